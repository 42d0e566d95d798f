import { expect, test } from 'vitest';

import type { Event } from '../src/protocol/messages';
import { losses, lost, type Decision } from '../src/replay/analysis';
import { pictures, standing, trickFrom, type FinishedDeal } from '../src/replay/deal';

const PLAYED: Event[] = [
  { event: 'deal_began', game: 1, deal: 3, dealer: 1 },
  { event: 'hands_dealt' },
  { event: 'bid_made', seat: 0, bid: { kind: 'nil' } },
  { event: 'bid_made', seat: 1, bid: { kind: 'number', tricks: 2 } },
  { event: 'play_began', leader: 0 },
  { event: 'card_played', seat: 0, card: '2H' },
  { event: 'card_played', seat: 1, card: 'AH' },
  { event: 'trick_taken', seat: 1 },
  { event: 'card_played', seat: 1, card: 'KS' },
  { event: 'card_played', seat: 0, card: '3S' },
  { event: 'trick_taken', seat: 1 },
];

function deal(events: (Event | null)[], first = 20): FinishedDeal {
  return {
    table: 'T',
    match: 'M',
    rules: 'two_handed',
    number: 3,
    game: 1,
    deal: 3,
    dealer: 1,
    players: [0, 1],
    names: ['Ada', 'Bea'],
    results: [{ side: 0 }, { side: 1 }] as FinishedDeal['results'],
    dealt: [
      ['3S', '2H'],
      ['KS', 'AH'],
    ],
    hands: [
      ['3S', '2H'],
      ['KS', 'AH'],
    ],
    events,
    first,
  };
}

test('pictures follow the cards from the hands to the tricks', () => {
  const shown = pictures(deal(PLAYED));
  expect(shown.map((one) => one.what?.event)).toEqual([
    undefined,
    'bid_made',
    'bid_made',
    'card_played',
    'card_played',
    'trick_taken',
    'card_played',
    'card_played',
    'trick_taken',
  ]);
  expect(shown[2]?.bids).toEqual([{ kind: 'nil' }, { kind: 'number', tricks: 2 }]);
  expect(shown[4]?.middle.map((one) => one.card)).toEqual(['2H', 'AH']);
  expect(shown[4]?.hands).toEqual([['3S'], ['KS']]);
  expect(shown[5]?.taker).toBe(1);
  expect(shown[6]?.middle).toEqual([{ seat: 1, card: 'KS' }]);
  expect(shown.map((one) => one.trick)).toEqual([0, 0, 0, 1, 1, 1, 2, 2, 2]);
  expect(shown.at(-1)?.tricks).toEqual([0, 2]);
  expect(shown.at(-1)?.hands).toEqual([[], []]);
});

test('what was taken back is not shown', () => {
  const events = [...PLAYED.slice(0, 6), { event: 'undone', to: 25 } as Event, ...PLAYED.slice(5)];
  const found = standing({ events, first: 20 });
  expect(found.filter((one) => one.event.event === 'card_played').map((one) => one.place)).toEqual([
    7, 8, 10, 11,
  ]);
  expect(pictures(deal(events)).at(-1)?.tricks).toEqual([0, 2]);
});

test('an exchange moves cards between partners', () => {
  const four: FinishedDeal = {
    ...deal([
      { event: 'deal_began', game: 1, deal: 1, dealer: 3 },
      { event: 'cards_passed', seat: 0, cards: ['AS'] },
      { event: 'cards_passed', seat: 2, cards: ['2C'] },
      { event: 'exchange_done', side: 0, count: 1 },
    ]),
    players: [0, 1, 2, 3],
    dealt: [['AS', '3D'], ['4D'], ['2C'], ['5D']],
    hands: [['2C', '3D'], ['4D'], ['AS'], ['5D']],
  };
  const shown = pictures(four);
  expect(shown[1]?.hands).toEqual([['3D'], ['4D'], ['2C'], ['5D']]);
  expect(shown[2]?.hands).toEqual([['3D'], ['4D'], [], ['5D']]);
  expect(shown[3]?.hands).toEqual(four.hands);
});

test('a bid of a side stands at both its seats; a granted claim ends the play', () => {
  const shown = pictures({
    ...deal([
      { event: 'bid_made', seat: 1, side: 1, bid: { kind: 'blind', tricks: 6 } },
      { event: 'came_out', seat: 3, out: true, final: true },
      { event: 'claim_granted', seat: 2, tricks: 4 },
    ]),
    players: [0, 1, 2, 3],
    dealt: [[], [], [], []],
    hands: [[], [], [], []],
  });
  expect(shown[1]?.bids).toEqual([null, { kind: 'blind', tricks: 6 }, null, { kind: 'blind', tricks: 6 }]);
  expect(shown[2]?.bids[1]).toEqual({ kind: 'number', tricks: 10 });
  expect(shown[3]?.tricks).toEqual([0, 0, 4, 0]);
});

test('with Shift one goes from trick to trick, and stops at the ends', () => {
  const shown = pictures(deal(PLAYED));
  expect(trickFrom(shown, 0, 1)).toBe(5);
  expect(trickFrom(shown, 5, 1)).toBe(8);
  expect(trickFrom(shown, 8, 1)).toBe(8);
  expect(trickFrom(shown, 8, -1)).toBe(5);
  expect(trickFrom(shown, 5, -1)).toBe(0);
});

test('the worst decisions come first, and tell what they cost', () => {
  const decision = (event: number, value: number): Decision => ({
    event,
    seat: 0,
    action: { do: 'play', card: '2H' },
    value,
    best: { do: 'play', card: '3S' },
    best_value: 0.6,
    lost: 0.6 - value,
    weights: [
      { action: { do: 'play', card: '3S' }, value: 0.6, chance: 0.5, points: 10 },
      { action: { do: 'play', card: '2H' }, value, chance: 0.25, points: 12 },
    ],
  });
  const decisions = [decision(1, 0.5), decision(2, 0.2), decision(3, 0.595)];
  const found = losses({ done: true, weighed: 3, of: 3, decisions, worst: 1 });
  expect(found.map((one) => one.event)).toEqual([2, 1]);
  expect(lost(decision(2, 0.2))).toEqual({ chance: 0.25, points: 0 });
  expect(lost({ ...decision(2, 0.2), value: null })).toBe(null);
});
