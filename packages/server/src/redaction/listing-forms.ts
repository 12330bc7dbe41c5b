/** How programs that show bytes one by one (od, hexdump, cat -v, interpreters) print what is not plain ASCII. */

/** As `od -a` names them. */
const NAMES = [
  'nul',
  'soh',
  'stx',
  'etx',
  'eot',
  'enq',
  'ack',
  'bel',
  'bs',
  'ht',
  'nl',
  'vt',
  'ff',
  'cr',
  'so',
  'si',
  'dle',
  'dc1',
  'dc2',
  'dc3',
  'dc4',
  'nak',
  'syn',
  'etb',
  'can',
  'em',
  'sub',
  'esc',
  'fs',
  'gs',
  'rs',
  'us',
  'sp',
];
const ESCAPED = new Map([...'abtnvfr'].map((letter, index) => [7 + index, letter]));
const DELETE = 0x7f;

/** Nothing for a value that all of them print unchanged. */
export function beyondAscii(value: string): string[] {
  if (/^[ -~]*$/.test(value)) return [];
  const bytes = [...Buffer.from(value)];
  const texts = [octalOr, caret].map((show) => bytes.map(show).join(''));
  if (!/[^\0-\x7f]/.test(value)) return texts;
  const points = [...value].map((char) => char.codePointAt(0)!);
  return [
    ...texts,
    bytes.map(characterName).join(''),
    bytes.map((byte) => (byte < 0x80 ? byte : byte - 0x100)).join(''),
    points.join(','),
    points.join(''),
    value.toUpperCase(),
    value.toLowerCase(),
  ];
}

/** The value in Latin-1 where possible, which `\xe9` and `%E9` also stand for. Null if it has no such letters. */
export function latin1(value: string): Buffer | null {
  if (!/[\x80-\xff]/.test(value)) return null;
  return Buffer.concat([...value].map((char) => Buffer.from(char, char <= '\xff' ? 'latin1' : 'utf8')));
}

/** `od -a`: without the highest bit. */
export function characterName(byte: number): string {
  const code = byte & DELETE;
  return code === DELETE ? 'del' : (NAMES[code] ?? String.fromCharCode(code));
}

/** `od -c`, `hexdump -c`: backslashes are skipped, so `\t` reads `t`. */
function octalOr(byte: number): string {
  if (byte >= 0x20 && byte < DELETE) return String.fromCharCode(byte);
  return ESCAPED.get(byte) ?? byte.toString(8).padStart(3, '0');
}

/** `cat -A`. */
function caret(byte: number): string {
  if (byte >= 0x80) return `M-${caret(byte - 0x80)}`;
  if (byte === DELETE) return '^?';
  return byte < 0x20 ? `^${String.fromCharCode(byte + 0x40)}` : String.fromCharCode(byte);
}
