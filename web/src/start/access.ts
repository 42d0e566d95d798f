// Who may sit down at a table.

import type { Access } from '../protocol/messages';
import { N_ } from '../words/t.svelte';

export const ACCESS: { value: Access; text: string; help: string }[] = [
  { value: 'private', text: N_('With the link'), help: N_('whoever has the link or the code may sit down') },
  { value: 'public', text: N_('Public'), help: N_('the table stands in the list of open tables') },
  { value: 'locked', text: N_('Locked'), help: N_('nobody else may sit down') },
];
