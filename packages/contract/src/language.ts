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

/** What our own clients send without a chosen language: "undetermined" (BCP 47). */
export const NO_LANGUAGE = 'und';
/** For speakers of neither language. */
export const OTHERS_LANGUAGE: Language = 'en';

interface Wish {
  readonly range: string;
  /** 0 rules the language out. */
  readonly weight: number;
}

/** What `Accept-Language` says (RFC 9110). `*` counts as no wish: programs send it that have none. */
function wishesIn(header: string | undefined): Wish[] {
  return (header ?? '')
    .slice(0, HEADER_CHARS)
    .split(',')
    .flatMap((part) => {
      const [range = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase());
      const given = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? '1';
      if (range === '' || range === '*' || !/^(0(\.\d{0,3})?|1(\.0{0,3})?)$/.test(given)) return [];
      return [{ range, weight: Number(given) }];
    });
}

const ours = ({ range }: Wish): Language | undefined =>
  LANGUAGES.find((one) => range === one || range.startsWith(`${one}-`));

/** The language that `Accept-Language` asks for, or null when it names neither of ours. Of equal weights the first counts. */
export function acceptedLanguage(header: string | undefined): Language | null {
  let best: Language | null = null;
  let weight = 0;
  for (const wish of wishesIn(header)) {
    const language = ours(wish);
    if (language === undefined || wish.weight <= weight) continue;
    best = language;
    weight = wish.weight;
  }
  return best;
}

/** The call's own wish comes first, then the account's setting. Who names other languages gets English; who names none, French. */
export function chooseLanguage(header: string | undefined, account: Language | null | undefined): Language {
  return acceptedLanguage(header) ?? account ?? (namesOthers(header) ? OTHERS_LANGUAGE : DEFAULT_LANGUAGE);
}

function namesOthers(header: string | undefined): boolean {
  const wishes = wishesIn(header);
  const isRuledOut = wishes.some((wish) => ours(wish) === OTHERS_LANGUAGE);
  return !isRuledOut && wishes.some((wish) => ours(wish) === undefined && wish.weight > 0);
}

/** What a terminal's environment asks for, in POSIX's order. Null when it says nothing, or `C`. */
export function environmentLanguage(env: Readonly<Record<string, string | undefined>>): Language | null {
  const set = [env.SYNAPSE_LANG, env.LC_ALL, env.LC_MESSAGES, env.LANG].find(
    (value) => value !== undefined && value !== '',
  );
  return LANGUAGES.find((one) => new RegExp(`^${one}([_.@-]|$)`, 'i').test(set ?? '')) ?? null;
}
