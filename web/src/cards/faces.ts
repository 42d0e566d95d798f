// Where the pips stand on a face, and the outlines of what is drawn on it. Units are those of the
// face's picture, 100 × 144.

import type { Suit } from './card';

/** Outlines of the suits, about 90 high around the origin. */
export const SUIT_PATHS: Record<Suit, string> = {
  S: 'M0-45C8-33 42-12 42 13 42 26 33 33 23 33 15 33 7 29 3 22 4 32 8 40 15 45H-15C-8 40-4 32-3 22-7 29-15 33-23 33-33 33-42 26-42 13-42-12-8-33 0-45Z',
  H: 'M0 42C-8 31-44 9-44-17-44-33-33-41-22-41-12-41-4-35 0-26 4-35 12-41 22-41 33-41 44-33 44-17 44 9 8 31 0 42Z',
  D: 'M0-46C9-30 22-14 37 0 22 14 9 30 0 46-9 30-22 14-37 0-22-14-9-30 0-46Z',
  C: 'M0-45C13-45 22-35 22-24 22-17 19-11 15-7 18-9 21-10 25-10 37-10 46-1 46 11 46 23 37 32 25 32 16 32 7 27 3 20 4 31 8 40 15 45H-15C-8 40-4 31-3 20-7 27-16 32-25 32-37 32-46 23-46 11-46-1-37-10-25-10-21-10-18-9-15-7-19-11-22-17-22-24-22-35-13-45 0-45Z',
};

/** What sits above the letter of a court card. */
export const COURT_PATHS: Record<string, string> = {
  K: 'M-19 9-22-10-11-1 0-14 11-1 22-10 19 9ZM-19 12H19V16H-19ZM-22-13A3 3 0 1 0-22-12.900ZM3-17A3 3 0 1 0 3-16.900ZM25-13A3 3 0 1 0 25-12.900Z',
  Q: 'M-18 10C-22 2-20-6-14-9-13-3-9-2-6-6-5-11-2-14 0-16 2-14 5-11 6-6 9-2 13-3 14-9 20-6 22 2 18 10ZM-18 13H18V16H-18ZM3-19A3 3 0 1 0 3-18.900Z',
  J: 'M-18 12C-18-2-10-9 4-9 14-9 19-3 19 3 19 8 16 12 12 12ZM-20 13H18V16H-20ZM6-10C8-17 15-20 23-19 20-16 22-13 17-11 14-9 9-8 6-10Z',
};

export const STAR = 'M0-46 11-15 44-14 18 6 27 38 0 20-27 38-18 6-44-14-11-15Z';
export const CROWN = 'M-10 6-12-6-5-1 0-9 5-1 12-6 10 6Z';

const [LEFT, MIDDLE, RIGHT] = [51, 68, 85];
const ROWS = { top: 26, upper: 49, high: 56, centre: 72, low: 88, lower: 95, bottom: 118 };

type Pip = [x: number, y: number];
const pair = (y: number): Pip[] => [
  [LEFT, y],
  [RIGHT, y],
];
const four: Pip[] = [...pair(ROWS.top), ...pair(ROWS.bottom)];
const eight: Pip[] = [...four, ...pair(ROWS.high), ...pair(ROWS.low)];

/** Where the pips of a number card stand. */
export const PIPS: Record<string, Pip[]> = {
  2: [
    [MIDDLE, ROWS.top],
    [MIDDLE, ROWS.bottom],
  ],
  3: [
    [MIDDLE, ROWS.top],
    [MIDDLE, ROWS.centre],
    [MIDDLE, ROWS.bottom],
  ],
  4: four,
  5: [...four, [MIDDLE, ROWS.centre]],
  6: [...four, ...pair(ROWS.centre)],
  7: [...four, ...pair(ROWS.centre), [MIDDLE, ROWS.upper]],
  8: [...four, ...pair(ROWS.centre), [MIDDLE, ROWS.upper], [MIDDLE, ROWS.lower]],
  9: [...eight, [MIDDLE, ROWS.centre]],
  T: [...eight, [MIDDLE, 41], [MIDDLE, 103]],
};
