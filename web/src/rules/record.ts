// What the server tells of rule sets.

export interface Preset {
  name: string;
  title: string;
  source: string;
  seats: number;
  sides: number;
  parent: string | null;
}

export interface Choice {
  value: string;
  shown: string;
}

export interface Option {
  name: string;
  group: string;
  title: string;
  help: string;
  value: string;
  shown: string;
  choices: Choice[];
  /** Only the choices are allowed; otherwise they are examples. */
  closed: boolean;
  least: number | null;
  most: number | null;
}

export interface Section {
  title: string;
  sentences: string[];
}

export interface RuleSet {
  rules: string;
  key: string;
  preset: string;
  title: string;
  seats: number;
  sides: number;
  page: Section[];
  options: Option[];
}

/** What is said of a text that is no rule set: why, and which option is to blame. */
export interface NoRuleSet {
  refusal: { reason: string; sentence: string };
  option: string;
}

/** A sentence about options, which calls them by their titles. */
export function titled(sentence: string, options: readonly Option[]): string {
  const titles = new Map(options.map((one) => [one.name, one.title]));
  return sentence.replace(/\b[a-z][a-z0-9_]*\b/g, (name) =>
    name.includes('_') && titles.has(name) ? `“${titles.get(name) ?? name}”` : name,
  );
}

/** Presets by number of players, the fewest first. */
export function bySeats(presets: readonly Preset[]): [seats: number, presets: Preset[]][] {
  const groups = new Map<number, Preset[]>();
  for (const preset of presets) {
    groups.set(preset.seats, [...(groups.get(preset.seats) ?? []), preset]);
  }
  return [...groups].sort(([a], [b]) => a - b);
}

/** Whether a word occurs in an option. */
export function tells(option: Option, word: string): boolean {
  const wanted = word.trim().toLowerCase();
  return [option.title, option.help, option.name].some((text) => text.toLowerCase().includes(wanted));
}
