// Figures of a person, and what is drawn of them.

import type { MatchInfo } from '../games/match';

export interface Tally {
  matches: number;
  won: number;
  forfeits: number;
  deals: number;
  points: number;
  bags: number;
  sets: number;
  contracts: number;
  contracts_made: number;
  alone: number;
  alone_made: number;
  nils: number;
  nils_made: number;
  blind_nils: number;
  blind_nils_made: number;
  blinds: number;
  blinds_made: number;
}

export interface Own {
  total: Tally;
  rules: { rules: string; rules_key: string; tally: Tally }[];
}

export interface Partner {
  name: string;
  is_bot: boolean;
  deals: number;
  matches: number;
  won: number;
}

/** A share in per cent, whole; a dash where nothing was tried. */
export const share = (part: number, whole: number): string =>
  whole ? `${Math.round((100 * part) / whole)} %` : '–';

/** A mean with one decimal. */
export const mean = (sum: number, of: number): string =>
  of ? (sum / of).toFixed(1).replace('-', '−') : '–';

/** Won less lost matches after each decided one, the oldest first. */
export function balance(matches: readonly MatchInfo[]): number[] {
  const decided = matches.filter((one) => one.result.won !== null).reverse();
  let sum = 0;
  return decided.map((one) => (sum += one.result.won ? 1 : -1));
}

/** Where a line goes through values, in a picture of a size; the smallest value lies at the bottom. */
export function linePath(values: readonly number[], width: number, height: number): string {
  const [least, most] = [Math.min(0, ...values), Math.max(0, ...values)];
  const span = most - least || 1;
  const step = values.length > 1 ? width / (values.length - 1) : 0;
  return values
    .map((value, n) => `${n ? 'L' : 'M'}${(n * step).toFixed(1)} ${(height - ((value - least) / span) * height).toFixed(1)}`)
    .join('');
}

/** How high above the bottom zero lies, as a part of the height. */
export function zero(values: readonly number[]): number {
  const [least, most] = [Math.min(0, ...values), Math.max(0, ...values)];
  return (0 - least) / (most - least || 1);
}
