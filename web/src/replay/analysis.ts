// What the strong bot thinks of the decisions of a deal.

import type { Action } from '../protocol/messages';

export interface Weight {
  action: Action;
  value: number;
  chance: number;
  points: number;
}

export interface Decision {
  event: number;
  seat: number;
  action: Action;
  value: number | null;
  best: Action;
  best_value: number;
  lost: number | null;
  weights: Weight[];
}

export interface Analysis {
  done: boolean;
  weighed: number;
  of: number;
  decisions: Decision[];
  worst: number | null;
}

/** Loss from which on a decision is worth a look, in chances to win. */
export const NOTED = 0.01;

/** The decisions at which the most was lost, the worst first. */
export function losses(analysis: Analysis, most = 5): Decision[] {
  return analysis.decisions
    .filter((one) => (one.lost ?? 0) >= NOTED)
    .sort((a, b) => (b.lost ?? 0) - (a.lost ?? 0))
    .slice(0, most);
}

/** What was lost of the chance to win, and in points; null where the bot did not try what was done. */
export function lost(decision: Decision): { chance: number; points: number } | null {
  const done = decision.weights.find((one) => one.value === decision.value);
  const best = decision.weights.find((one) => same(one.action, decision.best));
  if (decision.value === null || !done || !best) return null;
  return { chance: Math.max(0, best.chance - done.chance), points: Math.max(0, best.points - done.points) };
}

/** Whether two actions are the same. */
export const same = (one: Action, other: Action): boolean => JSON.stringify(one) === JSON.stringify(other);
