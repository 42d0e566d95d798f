// One's own part of the chance: 16 random bytes, promised before a deal and shown when asked.

import type { ChanceInfo, Proof, Wish } from './messages';
import { hex, sha256, unhex } from './sha256';

/** Where promised bytes outlive a reload; every tab of a table finds the same ones. */
export type Kept = Pick<Storage, 'getItem' | 'setItem'>;

/** What the page found out about a revealed piece of chance. */
export interface Checked {
  table: string;
  number: number;
  seal: string;
  /** The secret is the one that was sealed. */
  sealed: boolean;
  /** Whether one's own bytes are in it; null if none were promised. */
  own: boolean | null;
  proof: Proof;
}

const CHECKED = 'spadille.checked';
const MOST = 400;

export class Promises {
  private readonly seals = new Map<number, string>();
  private readonly shown = new Set<number>();
  private readonly promised = new Set<number>();

  constructor(
    private readonly table: string,
    private readonly kept: Kept,
    private readonly random: () => Uint8Array = () => crypto.getRandomValues(new Uint8Array(16)),
  ) {}

  /** What is to be said now that this is public of the coming chance. */
  answer(chance: ChanceInfo | null | undefined, player: number | null): Wish | null {
    if (!chance) return null;
    const { number } = chance;
    if (!this.seals.has(number)) this.seals.set(number, chance.seal);
    if (player === null) return null;
    const given = chance.promises?.[String(player) as never] as string | undefined;
    if (chance.asked) {
      const bytes = this.kept.getItem(this.key(number));
      if (!bytes || this.shown.has(number) || given !== promiseOf(bytes)) return null;
      this.shown.add(number);
      return { do: 'show', number, shown: bytes };
    }
    if (given !== undefined || this.promised.has(number)) return null;
    this.promised.add(number);
    return { do: 'promise', number, promise: promiseOf(this.bytes(number)) };
  }

  /** After a connection was lost, what was shown may have to be shown again. */
  forget(): void {
    this.shown.clear();
    this.promised.clear();
  }

  /** The promise for the first chance of a table that is yet to be made. */
  static fresh(kept: Kept, random = () => crypto.getRandomValues(new Uint8Array(16))): Fresh {
    const bytes = hex(random());
    return {
      promise: promiseOf(bytes),
      keep: (table) => kept.setItem(`spadille.promise.${table}.0`, bytes),
    };
  }

  /** Check a revealed piece of chance. */
  check(proof: Proof, player: number | null): Checked {
    const seal = hex(sha256(unhex(proof.secret)));
    const before = this.seals.get(proof.number) ?? proof.seal;
    const own = player === null ? null : this.kept.getItem(this.key(proof.number));
    const shown = proof.shown?.[String(player) as never] as string | undefined;
    return {
      table: this.table,
      number: proof.number,
      seal: proof.seal,
      sealed: seal === proof.seal && before === proof.seal,
      own: own && this.shown.has(proof.number) ? shown === own : null,
      proof,
    };
  }

  private bytes(number: number): string {
    const key = this.key(number);
    const known = this.kept.getItem(key);
    if (known) return known;
    const made = hex(this.random());
    this.kept.setItem(key, made);
    return made;
  }

  private key(number: number): string {
    return `spadille.promise.${this.table}.${number}`;
  }
}

export interface Fresh {
  promise: string;
  keep(table: string): void;
}

/** The promise of bytes: their SHA-256, both as hexadecimal text. */
export function promiseOf(bytes: string): string {
  return hex(sha256(unhex(bytes)));
}

/** What was checked so far, the newest first; for the page about fairness. */
export function checks(kept: Kept): Checked[] {
  try {
    return JSON.parse(kept.getItem(CHECKED) ?? '[]') as Checked[];
  } catch {
    return [];
  }
}

/** Keep what was found. */
export function remember(kept: Kept, found: Checked): void {
  const others = checks(kept).filter(
    (one) => one.table !== found.table || one.number !== found.number,
  );
  kept.setItem(CHECKED, JSON.stringify([found, ...others].slice(0, MOST)));
}
