// What happens in a deal, in words.

import { cardName } from '../cards/card';
import type { Action, Bid, Event } from '../protocol/messages';
import { many, t } from '../words/t.svelte';

/** A bid in words. */
export function bidText(bid: Bid): string {
  const { kind, tricks = 0 } = bid;
  switch (kind) {
    case 'number':
      return String(tricks);
    case 'blind':
      return t('blind {n}', { n: tricks });
    case 'nil':
      return t('nil');
    case 'blind_nil':
      return t('blind nil');
    case 'SM':
      return t('shoot the moon');
    default:
      return kind;
  }
}

/** An action in words. */
export function actionText(action: Action): string {
  switch (action.do) {
    case 'play':
      return cardName(action.card);
    case 'bid':
      return bidText(action.bid);
    case 'look':
      return t('look at the cards');
    case 'pass':
      return t('pass {cards}', { cards: action.cards.map(cardName).join(', ') });
    case 'decline_exchange':
      return t('exchange nothing');
    case 'talk':
      return t('say {sure} sure and {possible} possible tricks', { sure: action.sure, possible: action.possible });
    case 'stay_silent':
      return t('say nothing');
    case 'come_out':
      return action.out ? t('come out to 10') : t('stay blind');
    case 'draw':
      return action.keep ? t('keep the card') : t('reject the card');
    case 'answer_blind':
      return action.agree ? t('agree to the blind bid') : t('refuse the blind bid');
    default:
      return action.do;
  }
}

/** An event as a sentence; empty where there is nothing to say. */
export function eventText(event: Event | null, names: readonly string[]): string {
  if (!event) return t('The cards are dealt.');
  const name = 'seat' in event ? (names[event.seat] ?? '') : '';
  switch (event.event) {
    case 'card_played':
      return t('{name} plays the {card}.', { name, card: cardName(event.card) });
    case 'trick_taken':
      return t('{name} takes the trick.', { name });
    case 'bid_made':
      return t('{name} bids {bid}.', { name, bid: bidText(event.bid) });
    case 'bid_proposed':
      return t('{name} proposes {bid}.', { name, bid: bidText(event.bid) });
    case 'blind_refused':
      return t('{name} refuses the blind bid.', { name });
    case 'looked':
      return many('{names} looks at the cards.', '{names} look at the cards.', event.seats.length, {
        names: event.seats.map((seat) => names[seat]).join(', '),
      });
    case 'spoke':
      return event.sure === undefined || event.sure === null
        ? t('{name} says nothing.', { name })
        : t('{name} says {sure} sure and {possible} possible tricks.', {
            name,
            sure: event.sure,
            possible: event.possible ?? 0,
          });
    case 'came_out':
      return event.out ? t('{name} comes out to 10.', { name }) : t('{name} stays blind.', { name });
    case 'cards_passed':
      return t('{name} passes {cards}.', { name, cards: event.cards.map(cardName).join(', ') });
    case 'exchange_declined':
      return t('{name} exchanges nothing.', { name });
    case 'exchange_done':
      return many('{n} card was exchanged.', '{n} cards were exchanged.', event.count);
    case 'drew':
      return event.keep ? t('{name} keeps the first card.', { name }) : t('{name} rejects the first card.', { name });
    case 'claimed':
      return t('{name} claims the remaining tricks.', { name });
    case 'claim_answered':
      return event.agree ? t('{name} agrees.', { name }) : t('{name} does not agree.', { name });
    case 'claim_granted':
      return t('{name} takes the remaining tricks.', { name });
    case 'deal_scored':
      return t('The deal is over.');
    default:
      return '';
  }
}
