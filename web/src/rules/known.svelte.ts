// The presets, known to every part of the page that names a rule set.

import { words } from '../words/t.svelte';
import { asking } from '../shell/asked.svelte';
import type { Preset, RuleSet } from './record';
import { readRules } from './text';

class Known {
  presets = $state.raw<Preset[]>([]);
  private differences = $state.raw<Record<string, string>>({});
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

  /** What a rule set is called, and in what it differs from its preset. */
  name(text: string): string {
    const written = Object.entries(readRules(text).changes).map(([name, value]) => `${name}=${value}`);
    const shown = this.differences[text] ?? written.join(', ');
    return shown ? `${this.title(text)} (${shown})` : this.title(text);
  }

  /** Ask in what rule sets differ from their presets, in words. */
  async learn(texts: readonly string[]): Promise<void> {
    const { language } = words;
    for (const text of texts) {
      const names = Object.keys(readRules(text).changes);
      if (!names.length) continue;
      try {
        const { options } = await asking<RuleSet>(`/rules/${encodeURIComponent(text)}`);
        if (words.language !== language) return;
        const changed = options.filter((one) => names.includes(one.name));
        const shown = changed.map((one) => `${one.title}: ${one.shown}`).join(', ');
        this.differences = { ...this.differences, [text]: shown };
      } catch {
        continue; // it stays as it is written
      }
    }
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
