// Who one is to the server.

import { ask, Failure } from '../protocol/rest';
import { settings } from '../state/settings.svelte';
import { asking } from './asked.svelte';

export interface Told {
  person: string | null;
  name?: string;
  account?: boolean;
}

class Me {
  /** null as long as nobody knows. */
  told = $state.raw<Told | null>(null);
  /** The name of the settings by which the server knows one; null as long as it may know nobody. */
  private called: string | null = null;

  get person(): string | null {
    return this.told?.person ?? null;
  }

  get account(): string {
    return this.told?.account ? (this.told.name ?? '') : '';
  }

  /** What one is called at a table. */
  get name(): string {
    return settings.name.trim() || this.account;
  }

  /** The server knows one by this name of the settings. */
  entered(name: string): void {
    this.called = name;
  }

  /** The server may know nobody, or somebody else. */
  left(): void {
    this.called = null;
  }

  /** Be somebody to the server, by one's name: without a token nobody is let in. Tells if one is. */
  async enter(): Promise<boolean> {
    const { name } = settings;
    if (this.called === name) return true;
    try {
      await ask('/me', name ? { name } : {}).catch((error: unknown) => {
        if (error instanceof Failure && error.reason === 'bad_name') return ask('/me', {});
        throw error;
      });
    } catch {
      return false; // the connection to a table finds out and asks anew
    }
    this.entered(name);
    return true;
  }

  async look(): Promise<void> {
    try {
      this.told = await asking<Told>('/me');
    } catch {
      // the page says that the server cannot be reached
    }
  }
}

export const me = new Me();
