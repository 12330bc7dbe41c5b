/** Commands outside quotes: words, operators, comments, and where each here-document starts. */
import { CommandWords } from './command-words.ts';
import { heredocOperator } from './scan-heredoc.ts';
import { copy, emitSecret, markUnsure, type PendingHeredoc, type Scanner, secretAt } from './scanner.ts';

const SEPARATOR = /;;&|;;|;&|&&|\|\||[;&|]/y;
const REDIRECTION = /<<<|<>|<&|>>|>&|>\||[<>]/y;

export function commands(scanner: Scanner, closer: ')' | null): void {
  const { text } = scanner;
  const words = new CommandWords(scanner);
  let pending: PendingHeredoc[] = [];
  while (scanner.pos < text.length) {
    const char = text[scanner.pos]!;
    if (char === ' ' || char === '\t') {
      words.endWord();
      copy(scanner, 1);
    } else if (char === '\n') {
      words.separator(char);
      copy(scanner, 1);
      scanner.grammar.heredocBodies(scanner, pending, closer !== null);
      pending = [];
    } else if (char === '#' && !words.inWord) comment(scanner);
    else if (char === ';' || char === '&' || char === '|') {
      const operator = match(SEPARATOR, scanner) ?? char;
      words.separator(operator);
      copy(scanner, operator.length);
    } else if (char === '<' || char === '>') {
      const heredoc = redirection(scanner, words);
      if (heredoc) pending.push(heredoc);
    } else if (char === '(') {
      if (text.startsWith('\\\n', scanner.pos + 1)) markUnsure(scanner);
      words.open(text[scanner.pos + 1] === '(');
      copy(scanner, 1);
    } else if (char === ')') {
      const closed = words.close();
      if (closed === 'not ours' && closer === ')') break;
      if (closed === 'lost') markUnsure(scanner);
      if (closed === 'not ours') scanner.incomplete = true;
      copy(scanner, 1);
    } else wordCharacter(scanner, words, char);
  }
  words.endWord();
  // A body that would start behind the end of its substitution: shells disagree where it is.
  if (pending.length > 0 && closer !== null) markUnsure(scanner);
  if (pending.length > 0 || words.depth > 0) scanner.incomplete = true;
}

function match(pattern: RegExp, scanner: Scanner): string | undefined {
  pattern.lastIndex = scanner.pos;
  return pattern.exec(scanner.text)?.[0];
}

/** Left as it is: the shell does not read it. */
function comment(scanner: Scanner): void {
  const newline = scanner.text.indexOf('\n', scanner.pos);
  copy(scanner, (newline < 0 ? scanner.text.length : newline) - scanner.pos);
}

function redirection(scanner: Scanner, words: CommandWords): PendingHeredoc | null {
  const { text, pos } = scanner;
  words.redirection();
  if (text.startsWith('<<', pos) && text[pos + 2] !== '<') {
    // A shift in bash, a here-document elsewhere.
    if (words.inArithmetic) markUnsure(scanner);
    return heredocOperator(scanner);
  }
  const operator = match(REDIRECTION, scanner) ?? '<';
  if (text.startsWith('\\\n', pos + operator.length)) markUnsure(scanner);
  copy(scanner, operator.length);
  return null;
}

function wordCharacter(scanner: Scanner, words: CommandWords, char: string): void {
  const { grammar } = scanner;
  const name = secretAt(scanner, scanner.pos);
  if (name !== null) {
    words.part(() => emitSecret(scanner, name, '"', '"'));
  } else if (char === "'") words.part(() => grammar.singleQuotes(scanner));
  else if (char === '"') words.part(() => grammar.doubleQuotes(scanner));
  else if (char === '$') words.part(() => grammar.expansion(scanner, 'bare', 'command'));
  else if (char === '`') words.part(() => grammar.backticks(scanner, 'bare', 'command'));
  else if (char === '\\') {
    // A continued line joins what stands before and after it.
    if (scanner.text[scanner.pos + 1] === '\n') copy(scanner, 2);
    else words.part(() => copy(scanner, 2));
  } else {
    words.add(char);
    copy(scanner, 1);
  }
}
