// Cards as they are shown: what is printed on them, and where they stand in a hand.

import type { Card, View } from '../protocol/messages';
import { N_, t } from '../words/t.svelte';

export type Suit = 'S' | 'H' | 'D' | 'C';
export type Deck = NonNullable<View['rules']['deck']>;

export const SUITS: Record<Suit, { name: string; sign: string }> = {
  S: { name: N_('spades'), sign: '♠' },
  H: { name: N_('hearts'), sign: '♥' },
  D: { name: N_('diamonds'), sign: '♦' },
  C: { name: N_('clubs'), sign: '♣' },
};
const RANKS: Record<string, string> = {
  A: N_('ace'),
  K: N_('king'),
  Q: N_('queen'),
  J: N_('jack'),
};
const JOKERS: Record<string, string> = {
  BJ: N_('big joker'),
  LJ: N_('little joker'),
  TJ: N_('third joker'),
};

/** The suit printed on a card; null for jokers. */
export function printed(card: Card): Suit | null {
  return card in JOKERS ? null : (card[1] as Suit);
}

/** What is printed in the corner. */
export function rankText(card: Card): string {
  return card[0] === 'T' ? '10' : (card[0] ?? '');
}

/** The name of a card. */
export function cardName(card: Card): string {
  const suit = printed(card);
  if (!suit) return t(JOKERS[card] ?? card);
  const rank = RANKS[card[0] ?? ''];
  return t('{rank} of {suit}', { rank: rank ? t(rank) : rankText(card), suit: t(SUITS[suit].name) });
}

/** Whether a two ranks above the ace of spades. */
export function isPromoted(card: Card, deck: Deck | undefined): boolean {
  const promoted = deck?.promoted_twos ?? 'none';
  return (
    (card === '2S' && promoted !== 'none') || (card === '2D' && promoted === 'diamond_spade')
  );
}

/** The suit among which a card stands in the hand; null for jokers that are junk. */
export function shownSuit(card: Card, deck: Deck | undefined): Suit | null {
  if (isPromoted(card, deck)) return 'S';
  const suit = printed(card);
  if (suit) return suit;
  return (deck?.joker_use ?? 'high_trump') === 'junk' ? null : 'S';
}

export interface Order {
  spades: 'first' | 'last';
  highest: 'first' | 'last';
}

/**
 * A hand in the order in which it is held: spades at one end, then red and black by turns. It comes
 * from the server with the highest card of each suit first; here only the suits change places.
 */
export function sorted(hand: readonly Card[], deck: Deck | undefined, order: Order): Card[] {
  const held = new Map<Suit | null, Card[]>();
  for (const card of hand) {
    const suit = shownSuit(card, deck);
    held.set(suit, [...(held.get(suit) ?? []), card]);
  }
  const [first, second] = (['H', 'D'] as Suit[]).filter((suit) => held.has(suit));
  const suits: (Suit | null | undefined)[] = ['S', first, 'C', second];
  if (order.spades === 'last') suits.reverse();
  return [...suits, null].flatMap((suit) => {
    const cards = suit === undefined ? [] : (held.get(suit) ?? []);
    return order.highest === 'last' ? [...cards].reverse() : cards;
  });
}
