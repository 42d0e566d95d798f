// Who one is to the server.

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

  async look(): Promise<void> {
    try {
      this.told = await asking<Told>('/me');
    } catch {
      // the page says that the server cannot be reached
    }
  }
}

export const me = new Me();
