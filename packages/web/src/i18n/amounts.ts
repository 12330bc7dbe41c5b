/**
 * Numbers, counts, shares, durations and sizes in the format of a language. Both catalogues and all pages take them from
 * here: an amount looks the same everywhere.
 */

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const WORDS = {
  fr: { day: 'j', byte: 'octet', bytes: 'octets', letter: 'o' },
  en: { day: 'd', byte: 'byte', bytes: 'bytes', letter: 'B' },
} as const;
const PREFIXES = ['k', 'M', 'G', 'T'];

export interface Amounts {
  /** "12,345". */
  readonly number: (value: number) => string;
  /** "1 line", "12,345 lines". French counts zero and one in the singular, English only one. */
  readonly counted: (value: number, one: string, many: string) => string;
  /** "40%", of a share between 0 and 1. */
  readonly percent: (share: number, digits?: number) => string;
  /** "340 ms", "1.2 s", "3 min 20 s", "2 h 5 min", "4 d 3 h": two units at most. */
  readonly duration: (ms: number) => string;
  /** "3 bytes", "1.4 kB", "2.1 MB". */
  readonly size: (bytes: number) => string;
  /** "1,234,567 bytes": where each of them counts. */
  readonly bytes: (bytes: number) => string;
}

export const amountsIn = (language: keyof typeof WORDS): Amounts => AMOUNTS[language];

function makeAmounts(language: keyof typeof WORDS): Amounts {
  const words = WORDS[language];
  const whole = new Intl.NumberFormat(language);
  const tenths = new Intl.NumberFormat(language, { maximumFractionDigits: 1 });
  const shares = [0, 1].map(
    (digits) => new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: digits }),
  );
  const isOne = (value: number): boolean => (language === 'fr' ? Math.abs(value) < 2 : value === 1);
  const counted: Amounts['counted'] = (value, one, many) => `${whole.format(value)} ${isOne(value) ? one : many}`;
  const bytes = (value: number): string => counted(value, words.byte, words.bytes);
  return {
    number: (value) => whole.format(value),
    counted,
    percent: (share, digits = 0) => (shares[digits] ?? shares[0]!).format(share),
    bytes,
    duration: (ms) => {
      if (ms < SECOND) return `${Math.round(ms)} ms`;
      // What would be rounded to a whole minute is one.
      if (ms < MINUTE - SECOND / 20) return `${tenths.format(ms / SECOND)} s`;
      if (ms < HOUR - SECOND / 2) return two(Math.round(ms / SECOND), 60, 'min', 's');
      if (ms < DAY - MINUTE / 2) return two(Math.round(ms / MINUTE), 60, 'h', 'min');
      return two(Math.round(ms / HOUR), 24, words.day, 'h');
    },
    size: (value) => {
      if (value < 1000) return bytes(value);
      let shown = value / 1000;
      let prefix = 0;
      while (shown >= 999.95 && prefix < PREFIXES.length - 1) {
        shown /= 1000;
        prefix++;
      }
      return `${tenths.format(shown)} ${PREFIXES[prefix]}${words.letter}`;
    },
  };
}

function two(small: number, size: number, large: string, unit: string): string {
  const rest = small % size;
  return `${Math.floor(small / size)} ${large}${rest === 0 ? '' : ` ${rest} ${unit}`}`;
}

const AMOUNTS = { fr: makeAmounts('fr'), en: makeAmounts('en') };
