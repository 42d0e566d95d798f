import { expect, test } from 'vitest';

import { figure, seatsOf, signed, type MatchInfo } from '../src/games/match';
import { placeOf } from '../src/shell/places';
import { balance, linePath, mean, share, zero } from '../src/statistics/figures';

const match = (won: boolean | null): MatchInfo =>
  ({ result: { game: 1, deal: 1, scores: [], won } }) as unknown as MatchInfo;

test('the balance goes from the oldest decided match to the newest', () => {
  // the newest first, as the server lists them
  expect(balance([match(true), match(null), match(false), match(false)])).toEqual([-1, -2, -1]);
  expect(balance([])).toEqual([]);
});

test('shares and means say when nothing was tried', () => {
  expect(share(1, 3)).toBe('33 %');
  expect(share(0, 0)).toBe('–');
  expect(mean(-5, 2)).toBe('−2.5');
  expect(mean(0, 0)).toBe('–');
});

test('a line holds zero, and its ends lie at the edges', () => {
  expect(linePath([1, 2], 100, 50)).toBe('M0.0 25.0L100.0 0.0');
  expect(linePath([-1, 1], 100, 50)).toBe('M0.0 50.0L100.0 0.0');
  expect(zero([-1, 1])).toBe(0.5);
  expect(zero([2, 4])).toBe(0);
});

test('partners sit opposite each other', () => {
  expect(seatsOf(4, 2)).toEqual([
    [0, 2],
    [1, 3],
  ]);
  expect(seatsOf(6, 3)).toEqual([
    [0, 3],
    [1, 4],
    [2, 5],
  ]);
  expect(seatsOf(3, 3)).toEqual([[0], [1], [2]]);
});

test('figures have the minus of print', () => {
  expect(figure(-70)).toBe('−70');
  expect(signed(5)).toBe('+5');
  expect(signed(0)).toBe('0');
});

test('paths lead to places, with what they name', () => {
  expect(placeOf('/games/a-b_c/12').properties).toEqual({ table: 'a-b_c', number: '12' });
  expect(placeOf('/rules/standard(handicap%3D50%2F0)').properties).toEqual({ rules: 'standard(handicap=50/0)' });
  expect(placeOf('/rules/').properties).toEqual({});
  expect(placeOf('/t/xyz').bare).toBe(true);
  expect(placeOf('/t/xyz').properties).toEqual({ name: 'xyz' });
  expect(placeOf('/rules/100%').properties).toEqual({ rules: '100%' });
});
