// What the browser keeps for the page; in memory where it keeps nothing.

import type { Kept } from './promise';

const memory = new Map<string, string>();

export const kept: Kept & { removeItem(key: string): void } = {
  getItem(key) {
    try {
      return localStorage.getItem(key) ?? memory.get(key) ?? null;
    } catch {
      return memory.get(key) ?? null;
    }
  },
  setItem(key, value) {
    memory.set(key, value);
    try {
      localStorage.setItem(key, value);
    } catch {
      // full or forbidden: memory has it
    }
  },
  removeItem(key) {
    memory.delete(key);
    try {
      localStorage.removeItem(key);
    } catch {
      // as above
    }
  },
};
