import { expect, test } from 'vitest';

import { bySeats, titled, type Option, type Preset } from '../src/rules/record';
import { changed, newPath, readRules, rulesPath, writeRules } from '../src/rules/text';

test('a text is a preset and what differs', () => {
  expect(readRules('standard(target=250,nil=50)')).toEqual({
    preset: 'standard',
    changes: { target: '250', nil: '50' },
  });
  expect(readRules('New York')).toEqual({ preset: 'new_york', changes: {} });
  expect(readRules(' standard ( target = 250 , handicap=50/0 ) ')).toEqual({
    preset: 'standard',
    changes: { target: '250', handicap: '50/0' },
  });
});

test('what cannot be read loses nothing but what cannot be read', () => {
  expect(readRules('')).toEqual({ preset: 'standard', changes: {} });
  expect(readRules('whiz(target=200')).toEqual({ preset: 'whiz', changes: { target: '200' } });
  expect(readRules('standard(nil,=5,target=300)').changes).toEqual({ target: '300' });
});

test('a text is written as it was read', () => {
  for (const text of ['standard', 'cutthroat_4(max_deals=8)', 'standard(target=250,nil=50)']) {
    expect(writeRules(readRules(text))).toBe(text);
  }
});

test('only what differs from the preset is kept', () => {
  const once = changed({}, 'target', '250', '500');
  expect(once).toEqual({ target: '250' });
  const twice = changed(once, 'nil', ' 50 ', '100');
  expect(writeRules({ preset: 'standard', changes: twice })).toBe('standard(target=250,nil=50)');
  expect(changed(twice, 'target', '500', '500')).toEqual({ nil: '50' });
  expect(changed(twice, 'claims', 'ON', 'on')).toEqual(twice);
});

test('addresses carry the rules and can be read again', () => {
  const text = 'standard(target=250,handicap=50/0)';
  expect(rulesPath(text)).toBe('/rules/standard(target=250,handicap=50%2F0)');
  const search = newPath(text).slice('/new'.length);
  expect(new URLSearchParams(search).get('rules')).toBe(text);
});

test('presets stand by number of players, the fewest first', () => {
  const preset = (name: string, seats: number): Preset => ({
    name,
    title: name,
    source: '',
    seats,
    sides: 2,
    parent: null,
  });
  const groups = bySeats([preset('a', 4), preset('b', 2), preset('c', 4)]);
  expect(groups.map(([seats, presets]) => [seats, presets.map((one) => one.name)])).toEqual([
    [2, ['b']],
    [4, ['a', 'c']],
  ]);
});

test('a refusal calls options by their titles', () => {
  const option = { name: 'promoted_twos', title: 'Twos above the ace' } as Option;
  const nil = { name: 'nil', title: 'Points of a nil' } as Option;
  expect(titled('promoted_twos needs the two; nil is fine (promoted_twos=spade)', [option, nil])).toBe(
    '“Twos above the ace” needs the two; nil is fine (“Twos above the ace”=spade)',
  );
});
