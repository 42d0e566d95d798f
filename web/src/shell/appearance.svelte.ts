// How the whole page looks by the settings: colours of suits, size of text, movement.

import { settings } from '../state/settings.svelte';

/** Keep the page as the settings say; called while a component is made. */
export function appear(): void {
  $effect(() => {
    const root = document.documentElement;
    root.dataset['colours'] = settings.fourColours ? '4' : '2';
    root.dataset['motion'] = settings.motion;
    root.style.fontSize = settings.textSize === 100 ? '' : `${settings.textSize}%`;
  });
}
