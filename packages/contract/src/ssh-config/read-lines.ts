/** The lines of an ssh configuration: a keyword and its arguments each. */
import { withoutEnd } from '../text.ts';

export interface ConfigLine {
  /** In small letters. */
  readonly keyword: string;
  /** As ssh splits them: by quotes of both kinds, up to a comment. */
  readonly args: readonly string[];
  /** What stands behind the keyword, for conditions, which are split in another way. */
  readonly rest: string;
  readonly number: number;
}

export interface ConfigFile {
  readonly lines: readonly ConfigLine[];
  /** The numbers of lines that ssh would refuse. */
  readonly broken: readonly number[];
}

const KEYWORD = /^[ \t\r]*("[^"]*"|[^\s="]+)(?:[ \t\r]*=[ \t\r]*|[ \t\r]+)?(.*)$/s;

export function readLines(text: string): ConfigFile {
  const lines: ConfigLine[] = [];
  const broken: number[] = [];
  for (const [index, line] of text.split('\n').entries()) {
    const number = index + 1;
    const trimmed = withoutEnd(line, ' \t\r\n\f');
    if (/^[ \t\r]*(?:#|$)/.test(trimmed)) continue;
    const [, keyword = '', rest = ''] = KEYWORD.exec(trimmed) ?? [];
    const args = keyword === '' ? null : splitArguments(rest);
    if (args === null || args.length === 0) broken.push(number);
    else lines.push({ keyword: keyword.replaceAll('"', '').toLowerCase(), args, rest, number });
  }
  return { lines, broken };
}

/** Null: a quote has no end. */
export function splitArguments(text: string): string[] | null {
  const words: string[] = [];
  let at = 0;
  while (at < text.length) {
    const char = text[at]!;
    if (char === ' ' || char === '\t' || char === '\r') {
      at += 1;
      continue;
    }
    if (char === '#') break;
    const word = readWord(text, at);
    if (word === null) return null;
    words.push(word.text);
    at = word.end;
  }
  return words;
}

function readWord(text: string, start: number): { readonly text: string; readonly end: number } | null {
  let word = '';
  let quote = '';
  let at = start;
  for (; at < text.length; at++) {
    const char = text[at]!;
    const next = text[at + 1] ?? '';
    if (char === '\\' && (`'"\\`.includes(next) || (quote === '' && next === ' ')) && next !== '') {
      word += next;
      at += 1;
    } else if (quote === '' && (char === ' ' || char === '\t')) break;
    else if (quote === '' && (char === '"' || char === "'")) quote = char;
    else if (quote !== '' && char === quote) quote = '';
    else word += char;
  }
  return quote === '' ? { text: word, end: at } : null;
}

/** The words of a `Match` line: separated by white space or one `=`, in double quotes if need be. */
export function splitConditions(text: string): string[] {
  const words: string[] = [];
  const next = /[ \t\r\n]*(?:"([^"]*)"|([^\s="]+))[ \t\r\n]*=?/gy;
  for (let found = next.exec(text); found !== null; found = next.exec(text)) {
    const word = found[1] ?? found[2]!;
    if (found[1] === undefined && word.startsWith('#')) break;
    words.push(word);
  }
  return words;
}
