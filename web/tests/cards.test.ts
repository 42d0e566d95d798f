import { expect, test } from 'vitest';

import { cardName, isPromoted, shownSuit, sorted, type Order } from '../src/cards/card';
import { intentOf } from '../src/state/keys';
import { placeOf, steps } from '../src/table/places';
import type { Card } from '../src/protocol/messages';

const cards = (text: string): Card[] => text.split(' ') as Card[];
const USUAL: Order = { spades: 'first', highest: 'first' };

test.each([
  ['AS KS QH JC TD', USUAL, 'AS KS QH JC TD'],
  ['AS QH 3H JC 2C TD', { spades: 'last', highest: 'first' }, 'TD JC 2C QH 3H AS'],
  ['AS KS QH JC TD', { spades: 'first', highest: 'last' }, 'KS AS QH JC TD'],
  ['AS JC TD', USUAL, 'AS TD JC'],
  ['AS QH TD', USUAL, 'AS QH TD'],
] as const)('%s is held with colours by turns', (hand, order, held) => {
  expect(sorted(cards(hand), undefined, order)).toEqual(cards(held));
});

test('jokers and promoted twos stand with the spades', () => {
  const deck = { jokers: 2, promoted_twos: 'diamond_spade' } as const;
  expect(sorted(cards('BJ LJ 2D 2S AS QH TD'), deck, USUAL)).toEqual(cards('BJ LJ 2D 2S AS QH TD'));
  expect(isPromoted('2D', deck)).toBe(true);
  expect(isPromoted('2D', { promoted_twos: 'spade' })).toBe(false);
  expect(shownSuit('2D', undefined)).toBe('D');
});

test('junk jokers stand apart, at the end', () => {
  const deck = { jokers: 2, joker_use: 'junk' } as const;
  expect(sorted(cards('AS QH BJ'), deck, { spades: 'last', highest: 'first' })).toEqual(
    cards('QH AS BJ'),
  );
});

test('cards are named in words', () => {
  expect(['AS', 'TD', 'BJ'].map((one) => cardName(one as Card))).toEqual([
    'ace of spades',
    '10 of diamonds',
    'big joker',
  ]);
});

const press = (key: string, more = {}) => ({
  key,
  code: '',
  shiftKey: false,
  ctrlKey: false,
  altKey: false,
  metaKey: false,
  isComposing: false,
  ...more,
});

test('keys say what is wanted, whatever the keyboard writes', () => {
  expect(intentOf(press('j'))).toBe('left');
  expect(intentOf(press('ArrowUp'))).toBe('up');
  expect(intentOf(press('r'))).toBe('trick');
  expect(intentOf(press('R', { shiftKey: true }))).toBe('last');
  expect(intentOf(press('?', { shiftKey: true }))).toBe('help');
  expect(intentOf(press('ㄴ', { code: 'KeyS' }))).toBe('S');
  expect(intentOf(press('s', { ctrlKey: true }))).toBeNull();
  expect(intentOf(press('q'))).toBeNull();
});

test('the next seat clockwise is on the left', () => {
  for (const seats of [3, 4, 5, 6]) {
    expect(placeOf(1, seats).x).toBe(0);
    expect(placeOf(seats - 1, seats).x).toBe(100);
  }
  expect(steps(3, 1, 4)).toBe(2);
  expect(placeOf(2, 4)).toMatchObject({ x: 50, y: 0 });
});
