// What the server tells of matches and their finished deals.

import type { View } from '../protocol/messages';

export interface Player {
  player: number;
  name: string;
  person: boolean;
  is_bot: boolean;
}

export interface MatchInfo {
  table: string;
  name: string;
  rules: string;
  status: 'gathering' | 'playing' | 'over' | 'closed';
  made: number;
  changed: number;
  players: Player[];
  you: number[];
  result: { game: number | null; deal: number | null; scores: number[]; won: boolean | null };
}

export interface Matches {
  matches: MatchInfo[];
  next: string | null;
}

export type SideResult = View['results'][number];

export interface DealInfo {
  number: number;
  game: number;
  deal: number;
  dealer: number;
  /** The player in each seat. */
  players: number[];
  results: SideResult[];
}

/** The side of a seat: partners sit opposite each other. */
export const sideOf = (seat: number, sides: number): number => seat % sides;

/** The seats of each side. */
export function seatsOf(seats: number, sides: number): number[][] {
  return Array.from({ length: sides }, (_, side) =>
    Array.from({ length: seats }, (_, seat) => seat).filter((seat) => sideOf(seat, sides) === side),
  );
}

/** A number with the minus of print. */
export const figure = (value: number): string => String(value).replace('-', '−');

/** A number with its sign. */
export const signed = (value: number): string => (value > 0 ? `+${value}` : figure(value));

/** A moment as day and time, in the way of a language. */
export function asTime(milliseconds: number, language: string): string {
  return new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' }).format(milliseconds);
}
