/** The two languages that people are answered in, and how one is chosen. */

export const LANGUAGES = ['fr', 'en'] as const;
export type Language = (typeof LANGUAGES)[number];
export const DEFAULT_LANGUAGE: Language = 'fr';

/** The same words in every language. */
export type Wording = Readonly<Record<Language, string>>;

/** A catalogue: everything that is said, each thing in every language. */
export type Wordings = Readonly<Record<string, Wording>>;

/** Words for a person; what is not ours to translate (a path, what a host said) is the same in every language. */
export type Words = string | Wording;

export function inLanguage(words: Words, language: Language): string {
  return typeof words === 'string' ? words : words[language];
}

/** Each language of some words, changed alike. */
export function mapWords(words: Words, change: (text: string) => string): Words {
  return typeof words === 'string' ? change(words) : { fr: change(words.fr), en: change(words.en) };
}

/** `{name}` is filled from the details; what they do not name stays as it is. */
export function fillIn(text: string, details: Readonly<Record<string, Words | number>>, language: Language): string {
  return text.replace(/\{([a-z_]+)\}/g, (whole, key: string) => {
    const detail = Object.hasOwn(details, key) ? details[key]! : whole;
    return typeof detail === 'number' ? String(detail) : inLanguage(detail, language);
  });
}

/** A header of any length costs no more than this. */
const HEADER_CHARS = 512;

/**
 * What `Accept-Language` asks for (RFC 9110), or null where it names neither language: `*` is what programs send that
 * have no wish. Of equal weights the first counts; `q=0` is a refusal.
 */
export function acceptedLanguage(header: string | undefined): Language | null {
  let best: Language | null = null;
  let weight = 0;
  for (const part of (header ?? '').slice(0, HEADER_CHARS).split(',')) {
    const [range = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase());
    const language = LANGUAGES.find((one) => range === one || range.startsWith(`${one}-`));
    if (language === undefined) continue;
    const given = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? '1';
    if (!/^(0(\.\d{0,3})?|1(\.0{0,3})?)$/.test(given) || Number(given) <= weight) continue;
    best = language;
    weight = Number(given);
  }
  return best;
}

/** The nearest wish counts: what this call asks for, then what the account is set to, then French. */
export function chooseLanguage(header: string | undefined, account: Language | null | undefined): Language {
  return acceptedLanguage(header) ?? account ?? DEFAULT_LANGUAGE;
}

/** What the environment of a terminal asks for, in POSIX's order; null where it says nothing or `C`. */
export function environmentLanguage(env: Readonly<Record<string, string | undefined>>): Language | null {
  const set = [env.SYNAPSE_LANG, env.LC_ALL, env.LC_MESSAGES, env.LANG].find(
    (value) => value !== undefined && value !== '',
  );
  return LANGUAGES.find((one) => new RegExp(`^${one}([_.@-]|$)`, 'i').test(set ?? '')) ?? null;
}
