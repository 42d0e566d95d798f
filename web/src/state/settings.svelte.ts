// What somebody likes, kept in the browser.

import { kept } from '../protocol/kept';

const KEY = 'spadille.settings';

export const DEFAULTS = {
  /** The name at the table. */
  name: '',
  /** Where spades stand in the hand. */
  spades: 'first' as 'first' | 'last',
  /** Within a suit the highest card first, or last. */
  highest: 'first' as 'first' | 'last',
  /** Four colours for four suits. */
  fourColours: false,
  /** Seconds for which a complete trick stays, 0.8 to 2.5. */
  hold: 1.4,
  /** A single legal card plays itself. */
  playSingle: true,
  /** A click plays a card; otherwise the first one picks it and the second one plays it. */
  oneClick: true,
  /** Offer hints. */
  hints: true,
  /** Show what others say. */
  chat: true,
  /** Movement: as the system says, or as little as possible. */
  motion: 'system' as 'system' | 'reduced',
  /** Size of all text, in per cent. */
  textSize: 100,
  /** By how much longer one wants to think where there is a clock. */
  factor: 1,
  /** The rule set and the bots of the last match, for the next one. */
  rules: 'standard',
  bots: 'strong',
};
export type Settings = typeof DEFAULTS;

function load(): Settings {
  try {
    const known = JSON.parse(kept.getItem(KEY) ?? '{}') as Partial<Settings>;
    const settings = { ...DEFAULTS };
    for (const name of Object.keys(DEFAULTS) as (keyof Settings)[]) {
      const value = known[name];
      if (typeof value === typeof DEFAULTS[name]) Object.assign(settings, { [name]: value });
    }
    return settings;
  } catch {
    return { ...DEFAULTS };
  }
}

export const settings = $state<Settings>(load());

/** Change settings and keep them. */
export function change(changes: Partial<Settings>): void {
  Object.assign(settings, changes);
  kept.setItem(KEY, JSON.stringify(settings));
}
