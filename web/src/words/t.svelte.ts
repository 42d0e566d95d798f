// The page's texts. English stands in the source; the catalogues hold the others.

import { kept } from '../protocol/kept';

export const LANGUAGES = { en: 'English', ko: '한국어', ja: '日本語' } as const;
export type Language = keyof typeof LANGUAGES;
export type Fields = Record<string, string | number>;

const KEY = 'spadille.language';
const LOADS: Record<Language, () => Promise<{ default: Record<string, string> }>> = {
  en: async () => ({ default: {} }),
  ko: () => import('../../generated/ko.json'),
  ja: () => import('../../generated/ja.json'),
};

class Words {
  language = $state<Language>('en');
  private texts = $state.raw<Record<string, string>>({});

  say(message: string, fields: Fields = {}): string {
    const text = this.texts[message] ?? message;
    return text.replace(/{(\w+)}/g, (whole, name: string) => String(fields[name] ?? whole));
  }

  /** Speak a language from now on; what is shown changes at once. */
  async speak(language: Language): Promise<void> {
    this.texts = (await LOADS[language]()).default;
    this.language = language;
    document.documentElement.lang = language;
    kept.setItem(KEY, language);
  }
}

export const words = new Words();

/** A message with its named fields filled in. */
export function t(message: string, fields?: Fields): string {
  return words.say(message, fields);
}

/** A message about a number of things, `{n}` in the text. */
export function many(one: string, other: string, n: number, fields: Fields = {}): string {
  const chosen = words.language === 'en' && n !== 1 ? other : one;
  return words.say(chosen, { ...fields, n });
}

/** A message that is said later, by `t`. */
export function N_(message: string): string {
  return message;
}

/** The language that was chosen, else the first of the browser's that is known. */
export function preferred(): Language {
  const wanted = [kept.getItem(KEY) ?? '', ...navigator.languages];
  const codes = wanted.map((one) => one.toLowerCase().split('-')[0] ?? '');
  return (codes.find((code) => code in LANGUAGES) ?? 'en') as Language;
}
