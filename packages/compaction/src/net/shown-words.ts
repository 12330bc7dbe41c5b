// The words and numbers that a result shows, to tell whether what a line says is still there.

import { expandNames } from '../shapes/join-names.ts';
import { SHORTEST } from './line-keys.ts';

/** Letters, digits, `_` and everything beyond ASCII make words. */
const IN_TOKEN = Uint8Array.from({ length: 128 }, (_, unit) => (/\w/.test(String.fromCharCode(unit)) ? 1 : 0));
const inToken = (unit: number): boolean => unit > 127 || IN_TOKEN[unit] === 1;

/** `______`, `──────`: drawn around a title, and no word of it. */
function isRuler(text: string, start: number, end: number): boolean {
  const first = text.charCodeAt(start);
  return (first === 95 || (first >= 0x2500 && first <= 0x257f)) && RULER.test(text.slice(start, end));
}
const RULER = /^[_\u2500-\u257f]+$/;

/** Calls back with each word and number. Stops when the callback returns false: the rest is not looked at. */
function eachToken(text: string, visit: (token: string) => boolean): boolean {
  for (let end = 0; end < text.length; ) {
    let start = end;
    while (start < text.length && !inToken(text.charCodeAt(start))) start++;
    for (end = start; end < text.length && inToken(text.charCodeAt(end)); ) end++;
    if (end === start || isRuler(text, start, end)) continue;
    if (!visit(text.slice(start, end))) return false;
  }
  return true;
}

export function shownTokens(lines: readonly string[]): Set<string> {
  const tokens = new Set<string>();
  for (const line of lines) {
    if (line.length < SHORTEST) continue;
    addNames(line, tokens);
    // `lane/{a,b}.bin` shows two names
    if (line.includes('{')) for (const one of expandNames(line)) addNames(one, tokens);
  }
  return tokens;
}

function addNames(text: string, tokens: Set<string>): void {
  eachToken(text, (token) => tokens.add(token.toLowerCase()) !== undefined);
}

/** Too short to name anything, or a number. */
const saysLittle = (token: string): boolean =>
  token.length < 3 || (token.charCodeAt(0) >= 48 && token.charCodeAt(0) <= 57);
/** `zone_7`, `zx81`, `cartState`: made up for one thing, unlike the words of a sentence. */
const NAME = /\d|_|[a-z][A-Z]/;

/** True when a word of a text that can name something is not shown. */
export const missesName = (text: string, shown: ReadonlySet<string>): boolean =>
  !eachToken(text, (token) => saysLittle(token) || shown.has(token.toLowerCase()));

/** True when a made-up name of a text is not shown. */
export const missesMadeUpName = (text: string, shown: ReadonlySet<string>): boolean =>
  !eachToken(text, (token) => saysLittle(token) || !NAME.test(token) || shown.has(token.toLowerCase()));

/** True when a text says something that is not shown: a made-up name, or half of its words. */
export function missesContent(text: string, shown: ReadonlySet<string>): boolean {
  let all = 0;
  let missing = 0;
  let name = false;
  const whole = withoutCutWord(text);
  eachToken(whole, (token) => {
    if (saysLittle(token)) return true;
    all++;
    if (!shown.has(token.toLowerCase())) {
      missing++;
      name ||= NAME.test(token);
    }
    return !name;
  });
  return name || missing * 2 > all;
}

/** `invalid lit...`: the tool itself has cut the last word. Most texts end otherwise, and are not searched for it. */
const withoutCutWord = (text: string): string =>
  text.endsWith('...') || text.endsWith('…') ? text.replace(/[\w\u0080-\uffff]*(?:\.{3}|…)$/, '') : text;

/** True when every word and number of a text is shown. */
export const allShown = (text: string, shown: ReadonlySet<string>): boolean =>
  eachToken(text, (token) => shown.has(token.toLowerCase()));
