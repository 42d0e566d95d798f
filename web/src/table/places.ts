// Where seats are drawn: clockwise from one's own, which is below the felt.

export interface Place {
  /** Per cent of the felt, from the left and from above. */
  x: number;
  y: number;
  /** Where from the middle a card of this seat lies, in parts of its size. */
  dx: number;
  dy: number;
}

const PLACES: Record<number, [x: number, y: number][]> = {
  2: [[50, 0]],
  3: [
    [0, 22],
    [100, 22],
  ],
  4: [
    [0, 44],
    [50, 0],
    [100, 44],
  ],
  5: [
    [0, 64],
    [0, 6],
    [100, 6],
    [100, 64],
  ],
  6: [
    [0, 70],
    [0, 18],
    [50, 0],
    [100, 18],
    [100, 70],
  ],
};
const CARDS: Record<number, [dx: number, dy: number][]> = {
  2: [
    [0, 0.42],
    [0, -0.42],
  ],
  3: [
    [0, 0.5],
    [-0.75, -0.25],
    [0.75, -0.25],
  ],
  4: [
    [0, 0.5],
    [-0.8, 0],
    [0, -0.5],
    [0.8, 0],
  ],
  5: [
    [0, 0.6],
    [-1, 0.15],
    [-0.55, -0.55],
    [0.55, -0.55],
    [1, 0.15],
  ],
  6: [
    [0, 0.62],
    [-1, 0.35],
    [-1, -0.4],
    [0, -0.62],
    [1, -0.4],
    [1, 0.35],
  ],
};

/** Steps clockwise from one seat to another. */
export function steps(from: number, to: number, seats: number): number {
  return (((to - from) % seats) + seats) % seats;
}

/** Where the seat so many steps clockwise from one's own is drawn. */
export function placeOf(step: number, seats: number): Place {
  const [x, y] = step === 0 ? [50, 100] : (PLACES[seats]?.[step - 1] ?? [50, 0]);
  const [dx, dy] = CARDS[seats]?.[step] ?? [0, 0];
  return { x, y, dx, dy };
}
