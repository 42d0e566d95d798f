// Making a table, and going there.

import type { TableInfo } from '../protocol/messages';
import { kept } from '../protocol/kept';
import { Promises } from '../protocol/promise';
import { asking } from '../shell/asked.svelte';
import { me } from '../shell/me.svelte';
import { route } from '../state/route.svelte';
import { settings } from '../state/settings.svelte';

/** The options of a table, as the server takes them; what is left out is as it is by default. */
export interface Wanted {
  rules: string;
  bots: string;
  name?: string;
  access?: string;
  watching?: string;
  clock?: { action: number; bank: number };
  grace?: number;
  hints?: boolean;
}

/** Make a table and go to it; with `start` a match against bots begins at once. */
export async function makeTable(options: Wanted, start: boolean): Promise<void> {
  const fresh = Promises.fresh(kept);
  const { name } = settings;
  // What shows the table is fetched while the server makes it; going there tells where that fails.
  import('../table/Table.svelte').catch(() => undefined);
  const table = await asking<TableInfo>('/tables', {
    options,
    start,
    name: me.name,
    factor: settings.factor,
    promise: fresh.promise,
  });
  me.entered(name);
  fresh.keep(table.table);
  route.go(`/t/${table.table}`);
}
