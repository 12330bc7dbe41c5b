/** The two languages that people are answered in, and how one is chosen. */

export const LANGUAGES = ['fr', 'en'] as const;
export type Language = (typeof LANGUAGES)[number];
export const DEFAULT_LANGUAGE: Language = 'fr';

/** The same words in every language. */
export type Wording = Readonly<Record<Language, string>>;

/** A catalogue: everything that is said, each thing in every language. */
export type Wordings = Readonly<Record<string, Wording>>;

/** Words for a person. Text that we cannot translate (a path, what a host said) is the same in every language. */
export type Words = string | Wording;

export function inLanguage(words: Words, language: Language): string {
  return typeof words === 'string' ? words : words[language];
}

/** Applies the same change to each language of a text. */
export function mapWords(words: Words, change: (text: string) => string): Words {
  return typeof words === 'string' ? change(words) : { fr: change(words.fr), en: change(words.en) };
}

/** Fills `{name}` from the details. A name that the details lack stays as it is. */
export function fillIn(text: string, details: Readonly<Record<string, Words | number>>, language: Language): string {
  return text.replace(/\{([a-z_]+)\}/g, (whole, key: string) => {
    const detail = Object.hasOwn(details, key) ? details[key]! : whole;
    return typeof detail === 'number' ? String(detail) : inLanguage(detail, language);
  });
}

/** At most this much of the header is read, so a long one costs no more. */
const HEADER_CHARS = 512;

/**
 * The language that `Accept-Language` asks for (RFC 9110), or null when it names neither of ours. `*` counts as no
 * wish: programs send it that have none. Of equal weights the first one counts; `q=0` rules a language out.
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

/** The call's own wish comes first, then the account's setting, then French. */
export function chooseLanguage(header: string | undefined, account: Language | null | undefined): Language {
  return acceptedLanguage(header) ?? account ?? DEFAULT_LANGUAGE;
}

/** What a terminal's environment asks for, in POSIX's order. Null when it says nothing, or `C`. */
export function environmentLanguage(env: Readonly<Record<string, string | undefined>>): Language | null {
  const set = [env.SYNAPSE_LANG, env.LC_ALL, env.LC_MESSAGES, env.LANG].find(
    (value) => value !== undefined && value !== '',
  );
  return LANGUAGES.find((one) => new RegExp(`^${one}([_.@-]|$)`, 'i').test(set ?? '')) ?? null;
}
