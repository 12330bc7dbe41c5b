/** What `$` and backticks begin: substitutions, parameters, arithmetic. */
import { ansiQuotes, escapedInside } from './scan-quotes.ts';
import {
  copy,
  deeper,
  emitSecret,
  forbidding,
  type Mode,
  markUnsure,
  nestedScanner,
  type Scanner,
  secretAt,
  unsupported,
  type Where,
} from './scanner.ts';

const PARAMETER = /[#!]?(?:[A-Za-z_][A-Za-z0-9_]*|[0-9]+|[@*#?$!-])/y;
const SPECIAL_PARAMETER = /[0-9@*#?$!-]/;

export function expansion(scanner: Scanner, mode: Mode, where: Where): void {
  deeper(scanner, () => dollar(scanner, mode, where));
}

function dollar(scanner: Scanner, mode: Mode, where: Where): void {
  const { text, pos } = scanner;
  const next = text[pos + 1];
  if (secretAt(scanner, pos + 1) !== null) {
    scanner.out.push('\\$');
    scanner.pos += 1;
  } else if (text.startsWith('((', pos + 1)) arithmetic(scanner, mode, where);
  else if (next === '(') substitution(scanner);
  else if (next === '{') parameter(scanner, mode, where);
  else if (next === "'" && mode === 'bare') ansiQuotes(scanner);
  else {
    // `$[` is arithmetic in bash only; a continued line may hide the character that decides.
    if (next === '[' || text.startsWith('\\\n', pos + 1)) markUnsure(scanner);
    copy(scanner, next !== undefined && SPECIAL_PARAMETER.test(next) ? 2 : 1);
  }
}

function substitution(scanner: Scanner): void {
  copy(scanner, 2);
  scanner.grammar.commands(scanner, ')');
  if (scanner.pos < scanner.text.length) copy(scanner, 1);
  else scanner.incomplete = true;
}

/** `$((…))`. Shells disagree on `$((a); b)`: whatever does not end as arithmetic makes the rest unsure. */
function arithmetic(scanner: Scanner, mode: Mode, where: Where): void {
  const { text, grammar } = scanner;
  copy(scanner, 3);
  forbidding(scanner, 'arithmetic', () => {
    for (let depth = 2; depth > 0; ) {
      const char = text[scanner.pos];
      if (char === undefined) {
        scanner.incomplete = true;
        return;
      }
      const name = secretAt(scanner, scanner.pos);
      if (name !== null) throw unsupported(name, 'arithmetic');
      if (char === '$') grammar.expansion(scanner, mode, where);
      else if (char === '`') grammar.backticks(scanner, mode, where);
      else {
        if (char === '(') depth += 1;
        else if (char === ')') depth -= 1;
        if (char === "'" || char === '"' || (char === ')' && depth === 1 && text[scanner.pos + 1] !== ')')) {
          markUnsure(scanner);
        }
        copy(scanner, char === '\\' ? 2 : 1);
      }
    }
  });
}

/** `${…}`. A default or a pattern takes a secret; what else may follow the name is read in many ways. */
function parameter(scanner: Scanner, mode: Mode, where: Where): void {
  const { text } = scanner;
  copy(scanner, 2);
  PARAMETER.lastIndex = scanner.pos;
  const name = PARAMETER.exec(text)?.[0];
  copy(scanner, name?.length ?? 0);
  const operator =
    name === undefined ? null : /^(?::?[-+=?]|##?|%%?|\})/.exec(text.slice(scanner.pos, scanner.pos + 2));
  if (operator === null) {
    forbidding(scanner, 'expansion', () => braceWord(scanner, mode, where, false));
    return;
  }
  copy(scanner, operator[0] === '}' ? 0 : operator[0].length);
  braceWord(scanner, mode, where, operator[0].startsWith('#') || operator[0].startsWith('%'));
}

/** The word after the operator, with the `}` that ends it. Quotes inside a pattern count even within double quotes. */
function braceWord(scanner: Scanner, mode: Mode, where: Where, pattern: boolean): void {
  const { text, grammar } = scanner;
  const quote = mode === 'bare' || pattern ? '"' : '';
  while (scanner.pos < text.length) {
    const char = text[scanner.pos];
    const name = secretAt(scanner, scanner.pos);
    if (name !== null) {
      if (pattern && where === 'heredoc') throw unsupported(name, 'expansion');
      emitSecret(scanner, name, quote, quote);
    } else if (char === '\\') {
      if (mode === 'bare') copy(scanner, 2);
      else escapedInside(scanner);
    } else if (char === '$') grammar.expansion(scanner, mode, where);
    else if (char === '`') grammar.backticks(scanner, mode, where);
    else if (mode === 'bare' && char === "'") grammar.singleQuotes(scanner);
    else if (mode === 'bare' && char === '"') grammar.doubleQuotes(scanner);
    else {
      // A quote within a quote: dash, bash and busybox each have their own idea of it.
      if (char === '"' || (char === "'" && pattern)) markUnsure(scanner);
      copy(scanner, 1);
      if (char === '}') return;
    }
  }
  scanner.incomplete = true;
}

/** Left as they are when they hold no secret; else unescaped by one level and written as `$(…)`. */
export function backticks(scanner: Scanner, mode: Mode, where: Where): void {
  const { text, pos, findings } = scanner;
  let end = pos + 1;
  while (end < text.length && text[end] !== '`') end += text[end] === '\\' ? 2 : 1;
  if (end >= text.length) {
    scanner.incomplete = true;
    copy(scanner, text.length - pos);
    return;
  }
  const raw = text.slice(pos + 1, end);
  if (where === 'heredoc' && raw.includes('\\"')) markUnsure(scanner);
  const inner = nestedScanner(scanner, raw.replace(mode === 'inside' ? /\\([$`\\"])/g : /\\([$`\\])/g, '$1'));
  const before = findings.count;
  deeper(scanner, () => scanner.grammar.commands(inner, null));
  if (findings.count === before) {
    copy(scanner, end + 1 - pos);
    return;
  }
  if (inner.incomplete || inner.text.endsWith('\\')) throw unsupported(findings.last, 'ambiguous');
  const script = inner.out.join('');
  scanner.out.push(`$(${script.startsWith('(') ? ' ' : ''}${script}\n)`);
  scanner.pos = end + 1;
}
