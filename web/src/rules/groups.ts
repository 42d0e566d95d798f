// The groups of the record, as they are called.

import { N_ } from '../words/t.svelte';

export const GROUPS: Record<string, string> = {
  table: N_('Players and table'),
  deck: N_('The cards'),
  deal: N_('The deal'),
  auction: N_('Bidding'),
  exchange: N_('Exchanging cards'),
  play: N_('The play'),
  scoring: N_('Scoring'),
  match: N_('The match'),
};
