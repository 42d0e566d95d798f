// A finished deal, and its course as the pictures that are shown one after another.

import { sideOf, type DealInfo } from '../games/match';
import type { Bid, Card, Event } from '../protocol/messages';

export interface FinishedDeal extends DealInfo {
  table: string;
  match: string;
  rules: string;
  names: string[];
  dealt: Card[][];
  hands: Card[][];
  events: (Event | null)[];
  first: number;
}

export interface Laid {
  seat: number;
  card: Card;
}

/** One picture: what lies where after an event. */
export interface Picture {
  /** The place of the event among those of the deal; -1 before the first. */
  event: number;
  what: Event | null;
  hands: Card[][];
  bids: (Bid | null)[];
  tricks: number[];
  middle: Laid[];
  taker: number | null;
  /** Number of the trick that is being played, from 1; 0 before the play. */
  trick: number;
}

const SHOWN = new Set([
  'drew',
  'looked',
  'bid_made',
  'bid_proposed',
  'blind_refused',
  'spoke',
  'came_out',
  'cards_passed',
  'exchange_declined',
  'exchange_done',
  'card_played',
  'trick_taken',
  'claimed',
  'claim_answered',
  'claim_granted',
  'deal_scored',
]);

/** The events that stand: what was taken back is left out. */
export function standing(deal: Pick<FinishedDeal, 'events' | 'first'>): { place: number; event: Event }[] {
  let found: { place: number; event: Event }[] = [];
  deal.events.forEach((event, place) => {
    if (event?.event === 'undone') found = found.filter((one) => one.place < event.to - deal.first);
    else if (event) found.push({ place, event });
  });
  return found;
}

/** A list with one place changed. */
function put<Item>(items: readonly Item[], place: number, item: Item): Item[] {
  return items.map((one, n) => (n === place ? item : one));
}

function without(hand: readonly Card[], cards: readonly Card[]): Card[] {
  const left = [...hand];
  for (const card of cards) {
    const place = left.indexOf(card);
    if (place >= 0) left.splice(place, 1);
  }
  return left;
}

/** The course of a deal, picture by picture. */
export function pictures(deal: FinishedDeal): Picture[] {
  const seats = deal.players.length;
  let now: Picture = {
    event: -1,
    what: null,
    hands: deal.dealt,
    bids: Array.from({ length: seats }, () => null),
    tricks: Array.from({ length: seats }, () => 0),
    middle: [],
    taker: null,
    trick: 0,
  };
  const found = [now];
  for (const { place, event } of standing(deal)) {
    now = { ...after(now, event, deal), event: place, what: event };
    if (SHOWN.has(event.event)) found.push(now);
  }
  return found;
}

function after(now: Picture, event: Event, deal: FinishedDeal): Picture {
  switch (event.event) {
    case 'bid_made':
      return { ...now, bids: bidOf(now, event.seat, event.bid, event.side ?? null, deal) };
    case 'came_out':
      return event.final && event.out
        ? { ...now, bids: bidOf(now, event.seat, { kind: 'number', tricks: 10 }, sideOf(event.seat, deal.results.length), deal) }
        : now;
    case 'cards_passed':
      return { ...now, hands: put(now.hands, event.seat, without(now.hands[event.seat] ?? [], event.cards)) };
    case 'exchange_done':
      return {
        ...now,
        hands: now.hands.map((hand, seat) =>
          sideOf(seat, deal.results.length) === event.side ? (deal.hands[seat] ?? hand) : hand,
        ),
      };
    case 'play_began':
      return { ...now, hands: deal.hands, trick: 1 };
    case 'card_played': {
      const fresh = now.taker !== null;
      return {
        ...now,
        hands: put(now.hands, event.seat, without(now.hands[event.seat] ?? [], [event.card])),
        middle: [...(fresh ? [] : now.middle), { seat: event.seat, card: event.card }],
        taker: null,
        trick: fresh ? now.trick + 1 : now.trick,
      };
    }
    case 'trick_taken':
      return { ...now, taker: event.seat, tricks: put(now.tricks, event.seat, (now.tricks[event.seat] ?? 0) + 1) };
    case 'claim_granted':
      return {
        ...now,
        middle: [],
        taker: null,
        tricks: put(now.tricks, event.seat, (now.tricks[event.seat] ?? 0) + event.tricks),
      };
    default:
      return now;
  }
}

/** Bids by seat; a contract of a side stands at all its seats. */
function bidOf(now: Picture, seat: number, bid: Bid, side: number | null, deal: FinishedDeal): (Bid | null)[] {
  if (side === null) return put(now.bids, seat, bid);
  return now.bids.map((one, n) => (sideOf(n, deal.results.length) === side ? bid : one));
}

/** The picture with which a trick begins or ends, from a place on; `by` is 1 or -1. */
export function trickFrom(shown: readonly Picture[], place: number, by: 1 | -1): number {
  let next = place + by;
  while (next > 0 && next < shown.length - 1 && shown[next]?.taker === null) next += by;
  return Math.max(0, Math.min(shown.length - 1, next));
}
