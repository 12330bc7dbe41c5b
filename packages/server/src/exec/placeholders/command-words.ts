/**
 * Follows the words of commands as far as needed to know which `)` ends a substitution (`case` has `)` of its own) and
 * where bash would evaluate a word as arithmetic.
 */
import { forbidding, type Scanner, unsupported } from './scanner.ts';

/** Stands in a word for a quoted or expanded part; the first one holds a secret. */
const SECRET_PART = '\u0001';
const OTHER_PART = '\u0002';

type Frame =
  | { readonly kind: 'paren' | 'array'; readonly arithmetic: boolean; readonly within: string | null }
  | { readonly kind: 'case'; phase: 'subject' | 'in' | 'pattern' | 'body'; patternEmpty: boolean };

/** After these, a command starts. */
const OPENERS = new Set(['if', 'then', 'else', 'elif', 'while', 'until', 'do', '{', '!', 'time']);
/** Declare a variable; with `-i` they evaluate its value. */
const DECLARERS = new Set(['declare', 'typeset', 'local', 'readonly', 'export']);
const ARITHMETIC_TESTS = new Set(['-eq', '-ne', '-lt', '-le', '-gt', '-ge']);

export class CommandWords {
  readonly #scanner: Scanner;
  readonly #frames: Frame[] = [];
  /** The word being read; null between words. */
  #word: string | null = null;
  #atStart = true;
  #afterRedirection = false;
  #command = '';
  #inDoubleBrackets = false;
  #evaluates = false;
  #secretSeen = false;

  constructor(scanner: Scanner) {
    this.#scanner = scanner;
  }

  get inWord(): boolean {
    return this.#word !== null;
  }

  get depth(): number {
    return this.#frames.length;
  }

  get inArithmetic(): boolean {
    return this.#frames.some((frame) => frame.kind === 'paren' && frame.arithmetic);
  }

  /** A character that means nothing but itself. */
  add(char: string): void {
    this.#word = (this.#word ?? '') + char;
  }

  /** Reads a quoted or expanded part of the word. */
  part(read: () => void): void {
    const before = this.#scanner.findings.count;
    this.#word ??= '';
    if (this.inArithmetic) forbidding(this.#scanner, 'arithmetic', read);
    else read();
    this.#word += this.#scanner.findings.count > before ? SECRET_PART : OTHER_PART;
  }

  endWord(): void {
    const word = this.#word;
    if (word === null) return;
    this.#word = null;
    this.#refuseSubscript(word);
    const top = this.#frames.at(-1);
    if (this.#afterRedirection) this.#afterRedirection = false;
    else if (top?.kind === 'case' && top.phase !== 'body') this.#wordOfCase(top, word);
    else if (top?.kind === 'array') return;
    else if (this.#atStart) this.#firstWord(word);
    else this.#argument(word);
  }

  redirection(): void {
    this.#endUnlessDescriptor();
    this.#afterRedirection = true;
  }

  /** `;`, `&`, `|` or a newline: behind it a command starts. */
  separator(text: string): void {
    this.endWord();
    const top = this.#frames.at(-1);
    if (top?.kind === 'case') {
      if (top.phase === 'body' && (text.startsWith(';;') || text === ';&')) {
        top.phase = 'pattern';
        top.patternEmpty = true;
      } else if (top.phase === 'pattern' && text === '|') top.patternEmpty = false;
    }
    this.#startCommand();
  }

  /** `(`; `doubled` when another one touches it. */
  open(doubled: boolean): void {
    const array = this.#word?.endsWith('=') ?? false;
    this.endWord();
    const top = this.#frames.at(-1);
    if (top?.kind === 'case' && top.phase === 'pattern' && top.patternEmpty) {
      top.patternEmpty = false;
      return;
    }
    // `a=(…)` and `<(…)` are parts of a command that goes on behind them.
    const within = array || this.#afterRedirection ? this.#command : null;
    this.#frames.push({ kind: array ? 'array' : 'paren', arithmetic: doubled, within });
    this.#startCommand();
  }

  /** `)`. Answers whether it closed something; `lost` when what it closes cannot be told. */
  close(): 'ours' | 'not ours' | 'lost' {
    this.endWord();
    const top = this.#frames.at(-1);
    if (top === undefined) return 'not ours';
    if (top.kind === 'case' && top.phase !== 'pattern') return 'lost';
    if (top.kind === 'case') top.phase = 'body';
    else this.#frames.pop();
    this.#startCommand();
    if (top.kind !== 'case' && top.within) {
      this.#atStart = false;
      this.#command = top.within;
    }
    return 'ours';
  }

  #startCommand(): void {
    this.#afterRedirection = false;
    if (this.#inDoubleBrackets) return;
    this.#atStart = true;
    this.#command = '';
    this.#evaluates = false;
    this.#secretSeen = false;
  }

  #endUnlessDescriptor(): void {
    if (this.#word !== null && /^[0-9]+$/.test(this.#word)) this.#word = null;
    else this.endWord();
  }

  #wordOfCase(frame: Frame & { kind: 'case' }, word: string): void {
    if (frame.phase === 'subject') frame.phase = 'in';
    else if (frame.phase === 'in') {
      frame.phase = 'pattern';
      frame.patternEmpty = true;
    } else if (frame.patternEmpty && word === 'esac') {
      this.#frames.pop();
      this.#atStart = false;
    } else frame.patternEmpty = false;
  }

  #firstWord(word: string): void {
    if (OPENERS.has(word) || /^[A-Za-z_][A-Za-z0-9_]*\+?=/.test(word)) return;
    this.#atStart = false;
    this.#command = word;
    if (word === 'case') this.#frames.push({ kind: 'case', phase: 'subject', patternEmpty: true });
    else if (word === 'esac' && this.#frames.at(-1)?.kind === 'case') this.#frames.pop();
    else if (word === '[[') this.#inDoubleBrackets = true;
  }

  /** bash evaluates `let X`, `declare -i a=X`, `[[ X -eq 1 ]]` and `test -v X`: a value may hold `a[$(command)]`. */
  #argument(word: string): void {
    const command = this.#command;
    if (this.#inDoubleBrackets && word === ']]') this.#inDoubleBrackets = false;
    if (command === 'let') this.#evaluates = true;
    else if (DECLARERS.has(command)) this.#evaluates ||= /^-[A-Za-z]*i/.test(word);
    else if (command === '[[') this.#evaluates ||= ARITHMETIC_TESTS.has(word) || word === '-v';
    else if (command === '[' || command === 'test') this.#evaluates ||= word === '-v';
    this.#secretSeen ||= word.includes(SECRET_PART);
    if (this.#evaluates && this.#secretSeen) throw unsupported(this.#scanner.findings.last, 'arithmetic');
  }

  /** `a[X]=…`: bash evaluates the subscript. */
  #refuseSubscript(word: string): void {
    const open = word.indexOf('[');
    const secret = word.indexOf(SECRET_PART, open);
    if (open < 0 || secret < 0 || !/^[A-Za-z0-9_]*$/.test(word.slice(0, open))) return;
    if (word.indexOf(']=', secret) > 0 || word.indexOf(']+=', secret) > 0) {
      throw unsupported(this.#scanner.findings.last, 'arithmetic');
    }
  }
}
