// The keyboard: which key does what at the table.

import { N_ } from '../words/t.svelte';

export type Intent =
  | 'left'
  | 'right'
  | 'up'
  | 'down'
  | 'S'
  | 'H'
  | 'D'
  | 'C'
  | 'lowest'
  | 'highest'
  | 'turn'
  | 'trick'
  | 'last'
  | 'bids'
  | 'score'
  | 'hint'
  | 'undo'
  | 'claim'
  | 'chat'
  | 'help';

/** Keys by intent, as they are listed in the help. */
export const KEYS: { keys: string[]; intent: Intent; does: string }[] = [
  { keys: ['ArrowLeft', 'j'], intent: 'left', does: N_('the card to the left') },
  { keys: ['ArrowRight', 'l'], intent: 'right', does: N_('the card to the right') },
  { keys: ['ArrowUp', 'i'], intent: 'up', does: N_('the next suit') },
  { keys: ['ArrowDown', 'k'], intent: 'down', does: N_('the suit before') },
  { keys: ['s'], intent: 'S', does: N_('to the spades') },
  { keys: ['h'], intent: 'H', does: N_('to the hearts') },
  { keys: ['d'], intent: 'D', does: N_('to the diamonds') },
  { keys: ['c'], intent: 'C', does: N_('to the clubs') },
  { keys: ['u'], intent: 'lowest', does: N_('the lowest card of the suit') },
  { keys: ['o'], intent: 'highest', does: N_('the highest card of the suit') },
  { keys: ['t'], intent: 'turn', does: N_('whose turn it is, and what is to be done') },
  { keys: ['r'], intent: 'trick', does: N_('the cards of this trick') },
  { keys: ['R'], intent: 'last', does: N_('the last trick') },
  { keys: ['v'], intent: 'bids', does: N_('the bids; to the bidding, if it is one’s turn') },
  { keys: ['p'], intent: 'score', does: N_('the score') },
  { keys: ['g'], intent: 'hint', does: N_('a hint') },
  { keys: ['z'], intent: 'undo', does: N_('ask to take back') },
  { keys: ['x'], intent: 'claim', does: N_('claim the rest') },
  { keys: ['m'], intent: 'chat', does: N_('the talk at the table') },
  { keys: ['?'], intent: 'help', does: N_('this list') },
];

type Press = Pick<
  KeyboardEvent,
  'key' | 'code' | 'shiftKey' | 'ctrlKey' | 'altKey' | 'metaKey' | 'isComposing'
>;

/** What a key asks for; letters by their place where the keyboard writes other letters. */
export function intentOf(press: Press): Intent | null {
  if (press.ctrlKey || press.altKey || press.metaKey || press.isComposing) return null;
  let { key } = press;
  if (key.length === 1 && key !== '?' && !/[a-z]/i.test(key)) {
    const letter = /^Key([A-Z])$/.exec(press.code)?.[1];
    if (letter) key = letter;
  }
  if (key.length === 1) key = press.shiftKey && key.toLowerCase() === 'r' ? 'R' : key.toLowerCase();
  return KEYS.find((entry) => entry.keys.includes(key))?.intent ?? null;
}
