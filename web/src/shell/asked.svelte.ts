// What the server was asked for: its answer, why there is none, and asking again.

import { ask, Failure } from '../protocol/rest';
import { t, words } from '../words/t.svelte';
import { reach } from './reach.svelte';

/** A sentence about why there is no answer. */
export function sentence(error: unknown): string {
  if (!(error instanceof Failure)) throw error;
  if (error.status === 0) return t('The server cannot be reached.');
  return error.message || t('That did not work; try again.');
}

/** Ask the server, and note whether it could be reached. */
export async function asking<Answer>(path: string, body?: unknown, method?: string): Promise<Answer> {
  try {
    const answer = await ask<Answer>(path, body, method);
    reach.found();
    return answer;
  } catch (error) {
    if (error instanceof Failure && error.status === 0) reach.lose();
    else reach.found();
    throw error;
  }
}

/** An answer that is asked for again when its path or the language changes; null asks for nothing. */
export class Asked<Answer> {
  value = $state.raw<Answer | null>(null);
  failure = $state.raw<Failure | null>(null);
  busy = $state(false);
  private turn = 0;

  constructor(private readonly path: () => string | null) {
    $effect(() => {
      const path = this.path();
      void words.language;
      void reach.returns;
      if (path === null) this.value = null;
      else void this.load(path);
    });
  }

  /** Why there is no answer, in words. */
  get fault(): string {
    return this.failure ? sentence(this.failure) : '';
  }

  async again(): Promise<void> {
    const path = this.path();
    if (path !== null) await this.load(path);
  }

  private async load(path: string): Promise<void> {
    const turn = ++this.turn;
    this.busy = true;
    try {
      const answer = await asking<Answer>(path);
      if (turn !== this.turn) return;
      this.value = answer;
      this.failure = null;
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      if (turn === this.turn) this.failure = error;
    } finally {
      if (turn === this.turn) this.busy = false;
    }
  }
}
