// How well bots play.

import { N_ } from '../words/t.svelte';

export const LEVELS: { value: string; text: string }[] = [
  { value: 'easy', text: N_('Easy') },
  { value: 'medium', text: N_('Medium') },
  { value: 'strong', text: N_('Strong') },
];
