// The presets, known to every part of the page that names a rule set.

import { words } from '../words/t.svelte';
import { asking } from '../shell/asked.svelte';
import type { Preset } from './record';
import { readRules } from './text';

class Known {
  presets = $state.raw<Preset[]>([]);
  private language = '';

  /** Ask for them, unless they are here in this language. */
  async look(): Promise<void> {
    const { language } = words;
    if (this.language === language) return;
    this.language = language;
    try {
      this.presets = await asking<Preset[]>('/rules');
    } catch {
      this.language = '';
    }
  }

  /** What a rule set is called. */
  title(text: string): string {
    const { preset } = readRules(text);
    return this.presets.find((one) => one.name === preset)?.title ?? preset;
  }

  /** What differs from the preset, as it is written; empty if nothing does. */
  extras(text: string): string {
    return /\((.*)\)/.exec(text)?.[1]?.replaceAll(',', ', ') ?? '';
  }
}

export const known = new Known();

/** Keep the presets in the language that is spoken; called while a component is made. */
export function knowPresets(): void {
  $effect(() => {
    void words.language;
    void known.look();
  });
}
