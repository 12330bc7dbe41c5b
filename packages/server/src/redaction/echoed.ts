/** What a shell prints of a value that holds backslashes: `echo` of dash, `echo -e` and `printf %b` of bash. Pure. */

const CONTROLS: Readonly<Record<string, string>> = {
  a: '\x07',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  '\\': '\\',
};
const NUMBERS = /0[0-7]{0,3}/y;
const MORE_NUMBERS = /0[0-7]{0,3}|[1-7][0-7]{0,2}|x[0-9a-fA-F]{1,2}|u[0-9a-fA-F]{1,4}/y;

/** Each way in which it differs from the value. */
export function echoed(value: string): string[] {
  if (!value.includes('\\')) return [];
  return [...new Set([interpreted(value, NUMBERS, false), interpreted(value, MORE_NUMBERS, true)])].filter(
    (text) => text !== value,
  );
}

function interpreted(value: string, numbers: RegExp, bash: boolean): string {
  let text = '';
  for (let at = 0; at < value.length; at += 1) {
    const next = value[at + 1];
    if (value[at] !== '\\' || next === undefined) {
      text += value[at];
      continue;
    }
    // Nothing behind it is printed.
    if (next === 'c') return text;
    numbers.lastIndex = at + 1;
    const number = numbers.exec(value)?.[0];
    const control = CONTROLS[next] ?? (bash && (next === 'e' || next === 'E') ? '\x1b' : undefined);
    if (number !== undefined) {
      const isHex = /^[xu]/.test(number);
      text += String.fromCodePoint(Number.parseInt(isHex ? number.slice(1) : number, isHex ? 16 : 8) & 0xffff);
      at += number.length;
    } else if (control !== undefined) {
      text += control;
      at += 1;
    } else text += '\\';
  }
  return text;
}
