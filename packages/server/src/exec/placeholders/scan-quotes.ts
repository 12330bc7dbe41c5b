/** Quoted text: `'…'`, `"…"`, `$'…'`, and the inside of an expanding here-document. */
import { copy, emitSecret, markUnsure, type Scanner, secretAt } from './scanner.ts';

export function singleQuotes(scanner: Scanner): void {
  copy(scanner, 1);
  while (scanner.pos < scanner.text.length) {
    const name = secretAt(scanner, scanner.pos);
    if (name !== null) emitSecret(scanner, name, `'"`, `"'`);
    else {
      const ended = scanner.text[scanner.pos] === "'";
      copy(scanner, 1);
      if (ended) return;
    }
  }
  scanner.incomplete = true;
}

export function doubleQuotes(scanner: Scanner): void {
  copy(scanner, 1);
  expandingText(scanner, 'quotes');
}

/** Text in which `$`, backticks and backslashes work: up to its closing `"`, or to the end of a here-document's body. */
export function expandingText(scanner: Scanner, where: 'quotes' | 'heredoc'): void {
  const { text, grammar } = scanner;
  while (scanner.pos < text.length) {
    const char = text[scanner.pos];
    const name = secretAt(scanner, scanner.pos);
    if (name !== null) emitSecret(scanner, name, '', '');
    else if (char === '\\') escapedInside(scanner);
    else if (char === '$') grammar.expansion(scanner, 'inside', where);
    else if (char === '`') grammar.backticks(scanner, 'inside', where);
    else {
      copy(scanner, 1);
      if (char === '"' && where === 'quotes') return;
    }
  }
  if (where === 'quotes') scanner.incomplete = true;
}

/** At a backslash inside double quotes: in front of a placeholder it stays a backslash, which must not escape our `$`. */
export function escapedInside(scanner: Scanner): void {
  if (secretAt(scanner, scanner.pos + 1) === null) copy(scanner, 2);
  else {
    scanner.out.push('\\\\');
    scanner.pos += 1;
  }
}

/** At `$'`. Older dash takes it for a `$` and a plain quote: an escaped quote inside ends it there and not elsewhere. */
export function ansiQuotes(scanner: Scanner): void {
  const { text } = scanner;
  const end = ansiEnd(text, scanner.pos + 2);
  const inside = text.slice(scanner.pos, end);
  const lastBackslash = scanner.pos + inside.lastIndexOf('\\');
  if (inside.includes("\\'")) markUnsure(scanner);
  copy(scanner, 2);
  while (scanner.pos < end) {
    const name = secretAt(scanner, scanner.pos);
    // Reopened as a plain quote where nothing is left to decode, which every shell reads alike.
    if (name !== null) emitSecret(scanner, name, `'"`, lastBackslash > scanner.pos ? `"$'` : `"'`);
    else if (text[scanner.pos] === '\\') escapedInside(scanner);
    else copy(scanner, 1);
  }
  if (end < text.length) copy(scanner, 1);
  else scanner.incomplete = true;
}

function ansiEnd(text: string, from: number): number {
  let at = from;
  while (at < text.length && text[at] !== "'") at += text[at] === '\\' ? 2 : 1;
  return Math.min(at, text.length);
}
