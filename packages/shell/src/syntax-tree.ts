/** What the reader makes of a command: a tree whose nodes say where in the text they stand. */

/** Offsets into the text that was read: the script's own, or the unescaped inside of backticks. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

export interface Script {
  readonly text: string;
  readonly list: List;
  /** The place that no shell would accept. The text after it was not read. */
  readonly problem: Problem | null;
  /** How many holes were found, those of nested commands included. */
  readonly holes: number;
}

export interface Problem {
  readonly at: number;
  readonly message: string;
  /**
   * The construct inside which the text ended, or null for any other problem. For a here-document, shells accept the
   * end of the text as its end.
   */
  readonly open: 'quotes' | 'heredoc' | 'other' | null;
  /** False if another shell may see no problem here: a construct before it is one on which shells may disagree. */
  readonly sure: boolean;
}

/** Pipelines, each with what follows it: `;`, a newline, `&`, `&&`, `||`, or nothing. */
export interface List extends Span {
  readonly items: readonly ListItem[];
}

export interface ListItem {
  readonly pipeline: Pipeline;
  readonly operator: ListOperator;
}

export type ListOperator = ';' | '\n' | '&' | '&&' | '||' | '';

export interface Pipeline extends Span {
  readonly negated: boolean;
  readonly commands: readonly Command[];
}

export type Command =
  | SimpleCommand
  | Subshell
  | Group
  | If
  | Loop
  | For
  | Case
  | FunctionDefinition
  | DoubleBrackets
  | ArithmeticCommand
  | Coprocess;

interface CommandBase extends Span {
  readonly redirections: readonly Redirection[];
}

export interface SimpleCommand extends CommandBase {
  readonly kind: 'simple';
  readonly assignments: readonly Assignment[];
  readonly words: readonly Word[];
}

export interface Subshell extends CommandBase {
  readonly kind: 'subshell';
  readonly body: List;
}

export interface Group extends CommandBase {
  readonly kind: 'group';
  readonly body: List;
}

export interface If extends CommandBase {
  readonly kind: 'if';
  readonly branches: readonly { readonly test: List; readonly body: List }[];
  readonly otherwise: List | null;
}

export interface Loop extends CommandBase {
  readonly kind: 'while' | 'until';
  readonly test: List;
  readonly body: List;
}

export interface For extends CommandBase {
  readonly kind: 'for' | 'select';
  /** Null for `for ((…))`. */
  readonly variable: Word | null;
  /** Null when the loop runs over the positional parameters. */
  readonly words: readonly Word[] | null;
  readonly arithmetic: readonly Part[];
  readonly body: List;
}

export interface Case extends CommandBase {
  readonly kind: 'case';
  readonly subject: Word;
  readonly clauses: readonly CaseClause[];
}

export interface CaseClause {
  readonly patterns: readonly Word[];
  readonly body: List;
  readonly ending: ';;' | ';&' | ';;&' | '';
}

export interface FunctionDefinition extends CommandBase {
  readonly kind: 'function';
  readonly name: Word;
  readonly body: Command;
}

/** `[[ … ]]`: its words and operators in order, without the brackets. */
export interface DoubleBrackets extends CommandBase {
  readonly kind: 'double-brackets';
  readonly words: readonly Word[];
}

/** `((…))`. */
export interface ArithmeticCommand extends CommandBase {
  readonly kind: 'arithmetic';
  readonly parts: readonly Part[];
}

export interface Coprocess extends CommandBase {
  readonly kind: 'coprocess';
  readonly body: Command;
}

export interface Assignment extends Span {
  readonly name: string;
  /** The text between the brackets of `a[…]=`. */
  readonly subscript: readonly Part[] | null;
  readonly append: boolean;
  /** The whole word, name included. */
  readonly word: Word;
  /** The assigned value. An array's elements are words of their own. */
  readonly value: readonly Part[];
  readonly elements: readonly Word[] | null;
}

export interface Redirection extends Span {
  readonly operator: '<' | '>' | '>>' | '>|' | '<>' | '<&' | '>&' | '&>' | '&>>' | '<<' | '<<-' | '<<<';
  /** The file descriptor as written: `2`, `{fd}`, or nothing. */
  readonly descriptor: string;
  /** Null for a here-document. */
  readonly target: Word | null;
  readonly heredoc: Heredoc | null;
}

export interface Heredoc {
  readonly delimiter: string;
  /** Where the delimiter stands after the operator. */
  readonly word: Span;
  /** Some part of the delimiter is quoted, so nothing in the body is expanded. */
  readonly quoted: boolean;
  readonly stripTabs: boolean;
  /** Null until its lines were read. It stays null if there are none. */
  body: HeredocBody | null;
}

export interface HeredocBody extends Span {
  readonly parts: readonly Part[];
  readonly problem: Problem | null;
  readonly holes: number;
  /** Where the closing delimiter stands. Null if the text ended first. */
  readonly ending: Span | null;
}

export interface Word extends Span {
  readonly parts: readonly Part[];
  /** How many holes are in it, nested commands included. */
  readonly holes: number;
}

export type Part =
  /** Text that means itself. */
  | (Span & { readonly kind: 'literal'; readonly value: string })
  /** A backslash and the character that it makes of the next one. */
  | (Span & { readonly kind: 'escaped'; readonly value: string })
  /** `*`, `?` or `[`, where it may stand for the names of files. */
  | (Span & { readonly kind: 'glob'; readonly value: string })
  /** `~` or `~user` at the start of a word. */
  | (Span & { readonly kind: 'tilde'; readonly value: string })
  /** A piece of text that the caller keeps closed: it will be one value, whatever it contains. */
  | Hole
  /** `'…'`, `"…"` and `$'…'`. */
  | (Span & { readonly kind: 'single' | 'double' | 'ansi'; readonly parts: readonly Part[] })
  | Parameter
  /** `$((…))`. */
  | (Span & { readonly kind: 'arithmetic'; readonly parts: readonly Part[] })
  /** `$(…)`, `<(…)` and `>(…)`. */
  | (Span & { readonly kind: 'substitution' | 'process'; readonly list: List; readonly holes: number })
  /** The script inside has a text of its own, with one level of backslashes removed. */
  | (Span & { readonly kind: 'backticks'; readonly script: Script });

export interface Hole extends Span {
  readonly kind: 'hole';
  /** False after a construct about whose end shells may disagree. */
  readonly sure: boolean;
}

export interface Parameter extends Span {
  readonly kind: 'parameter';
  readonly name: string;
  /** `${#name}`, `${!name}`. */
  readonly prefix: '' | '#' | '!';
  /** What follows the name in braces: nothing, one of POSIX's operators, or `other`. */
  readonly operator: '' | ParameterOperator | 'other';
  readonly parts: readonly Part[];
}

export type ParameterOperator = '-' | ':-' | '+' | ':+' | '=' | ':=' | '?' | ':?' | '#' | '##' | '%' | '%%';
