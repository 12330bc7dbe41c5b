/** Durations and sizes, in the format of a language. Both catalogues use these: an amount looks the same everywhere. */

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** "340 ms", "1.2 s", "3 min 20 s", "2 h 5 min", "4 d 3 h": two units at most. */
export function durationIn(locale: string, day: string): (ms: number) => string {
  return (ms) => {
    if (ms < SECOND) return `${Math.round(ms)} ms`;
    // What would be rounded to a whole minute is one.
    if (ms < MINUTE - SECOND / 20) return `${(ms / SECOND).toLocaleString(locale, { maximumFractionDigits: 1 })} s`;
    if (ms < HOUR) return two(Math.round(ms / SECOND), 60, 'min', 's');
    if (ms < DAY) return two(Math.round(ms / MINUTE), 60, 'h', 'min');
    return two(Math.round(ms / HOUR), 24, day, 'h');
  };
}

function two(small: number, size: number, large: string, unit: string): string {
  const rest = small % size;
  return `${Math.floor(small / size)} ${large}${rest === 0 ? '' : ` ${rest} ${unit}`}`;
}

/** "1 byte", "3 bytes", "1.4 kB", "2.1 MB". */
export function sizeIn(locale: string, one: string, many: string, letter: string): (bytes: number) => string {
  return (bytes) => {
    if (bytes < 1000) return `${bytes} ${bytes < 2 && (bytes === 1 || locale === 'fr') ? one : many}`;
    let value = bytes / 1000;
    let prefix = 0;
    while (value >= 999.95 && prefix < PREFIXES.length - 1) {
      value /= 1000;
      prefix++;
    }
    return `${value.toLocaleString(locale, { maximumFractionDigits: 1 })} ${PREFIXES[prefix]}${letter}`;
  };
}

const PREFIXES = ['k', 'M', 'G', 'T'];
