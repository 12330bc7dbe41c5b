/** Here-documents: the delimiter behind `<<`, and the bodies that start on the next line. */
import { expandingText } from './scan-quotes.ts';
import {
  copy,
  emitSecret,
  markUnsure,
  nestedScanner,
  type PendingHeredoc,
  type Scanner,
  secretAt,
  unsupported,
} from './scanner.ts';

const BLANK = /[ \t]/;
const ENDS_WORD = /[ \t\n;&|<>()]/;

/** At `<<` or `<<-`. Null where no delimiter follows: the shell will say so. */
export function heredocOperator(scanner: Scanner): PendingHeredoc | null {
  const { text } = scanner;
  const stripTabs = text[scanner.pos + 2] === '-';
  copy(scanner, stripTabs ? 3 : 2);
  while (BLANK.test(text[scanner.pos] ?? '')) copy(scanner, 1);
  const start = scanner.pos;
  let delimiter = '';
  let quoted = false;
  let at = start;
  while (at < text.length && !ENDS_WORD.test(text[at]!)) {
    const char = text[at]!;
    if (char === "'" || char === '"') {
      const end = text.indexOf(char, at + 1);
      const inside = text.slice(at + 1, end < 0 ? text.length : end);
      if (inside.includes('\n') || (char === '"' && /[\\$`]/.test(inside))) markUnsure(scanner);
      delimiter += inside;
      quoted = true;
      at = end < 0 ? text.length : end + 1;
    } else if (char === '\\') {
      if (text[at + 1] === '\n') markUnsure(scanner);
      delimiter += text[at + 1] ?? '';
      quoted = true;
      at += 2;
    } else {
      if (char === '$' || char === '`') markUnsure(scanner);
      delimiter += char;
      at += 1;
    }
  }
  if (at === start) return null;
  for (let index = start; index < at; index += 1) {
    const name = secretAt(scanner, index);
    if (name !== null) throw unsupported(name, 'delimiter');
  }
  const slot = scanner.out.length;
  copy(scanner, at - start);
  return { delimiter, quoted, stripTabs, slot };
}

export function heredocBodies(scanner: Scanner, pending: readonly PendingHeredoc[], nested: boolean): void {
  for (const heredoc of pending) {
    const { bodyEnd, end, terminated } = findEnd(scanner, heredoc);
    // Some shells also take a last line like `EOF)` inside a substitution.
    if (!terminated && nested) markUnsure(scanner);
    const body = scanner.text.slice(scanner.pos, bodyEnd);
    scanner.pos = bodyEnd;
    if (heredoc.quoted) quotedBody(scanner, heredoc, body, terminated ? end : null);
    else expandingBody(scanner, body);
    copy(scanner, end - scanner.pos);
    // The newline behind a delimiter is part of it, so that the next body starts on its own line.
    if (terminated && scanner.text[end] === '\n') copy(scanner, 1);
    if (!terminated) scanner.incomplete = true;
  }
}

/** Where the line of the delimiter starts, and where the text goes on behind its last character. */
function findEnd(scanner: Scanner, heredoc: PendingHeredoc): { bodyEnd: number; end: number; terminated: boolean } {
  const { text } = scanner;
  let joined = false;
  for (let start = scanner.pos; start < text.length; ) {
    const newline = text.indexOf('\n', start);
    const lineEnd = newline < 0 ? text.length : newline;
    let from = start;
    if (heredoc.stripTabs) while (text[from] === '\t') from += 1;
    const line = text.slice(from, lineEnd);
    if (line === heredoc.delimiter) {
      if (!joined) return { bodyEnd: start, end: lineEnd, terminated: true };
      // Behind a continued line: the end for some shells, text for others.
      markUnsure(scanner);
    }
    joined = !heredoc.quoted && endsInBackslash(line);
    start = lineEnd + 1;
  }
  return { bodyEnd: text.length, end: text.length, terminated: false };
}

function endsInBackslash(line: string): boolean {
  let count = 0;
  while (line[line.length - 1 - count] === '\\') count += 1;
  return count % 2 === 1;
}

function expandingBody(scanner: Scanner, body: string): void {
  const inner = nestedScanner(scanner, body);
  const before = scanner.findings.count;
  expandingText(inner, 'heredoc');
  if (inner.incomplete) {
    if (scanner.findings.count > before) throw unsupported(scanner.findings.last, 'ambiguous');
    markUnsure(scanner);
  }
  scanner.out.push(inner.out.join(''));
}

/** A body that expands nothing cannot refer to a variable: it becomes an expanding one with all else escaped. */
function quotedBody(scanner: Scanner, heredoc: PendingHeredoc, body: string, end: number | null): void {
  const inner = nestedScanner(scanner, body);
  const before = scanner.findings.count;
  while (inner.pos < body.length) {
    const name = secretAt(inner, inner.pos);
    if (name !== null) emitSecret(inner, name, '', '');
    else {
      const char = body[inner.pos]!;
      if (char === '\\' || char === '$' || char === '`') inner.out.push('\\');
      copy(inner, 1);
    }
  }
  if (scanner.findings.count === before) {
    scanner.out.push(body);
    return;
  }
  const delimiter = `${scanner.findings.prefix}eof`;
  scanner.out[heredoc.slot] = delimiter;
  scanner.out.push(inner.out.join(''));
  if (end === null) return;
  scanner.out.push(delimiter);
  scanner.pos = end;
}
