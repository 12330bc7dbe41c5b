/** What the reader makes of a command: a tree whose nodes say where in the text they stand. */

/** Offsets into the text that was read: the script's own, or the unescaped inside of backticks. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

export interface Script {
  readonly text: string;
  readonly list: List;
  /** What no shell would accept. What stands behind it was not read. */
  readonly problem: Problem | null;
  /** How many holes were found, those of nested commands included. */
  readonly holes: number;
}

export interface Problem {
  readonly at: number;
  readonly message: string;
  /** The text ended inside of this; null for any other problem. Shells take the end of the text for a here-document's. */
  readonly open: 'quotes' | 'heredoc' | 'other' | null;
  /** False where it may be none to another shell: one stands in front of it behind which they may not agree. */
  readonly sure: boolean;
}

/** Pipelines with what stands behind each: `;`, a newline, `&`, `&&`, `||`, or nothing. */
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
  /** Null where the positional parameters are meant. */
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

/** `[[ … ]]`: its words and operators in their order, without the brackets. */
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
  /** Between the brackets of `a[…]=`. */
  readonly subscript: readonly Part[] | null;
  readonly append: boolean;
  /** The whole word, name included. */
  readonly word: Word;
  /** What is assigned; an array's elements are words of their own. */
  readonly value: readonly Part[];
  readonly elements: readonly Word[] | null;
}

export interface Redirection extends Span {
  readonly operator: '<' | '>' | '>>' | '>|' | '<>' | '<&' | '>&' | '&>' | '&>>' | '<<' | '<<-' | '<<<';
  /** As written in front of it: `2`, `{fd}`, or nothing. */
  readonly descriptor: string;
  /** Null for a here-document. */
  readonly target: Word | null;
  readonly heredoc: Heredoc | null;
}

export interface Heredoc {
  readonly delimiter: string;
  /** Where the delimiter stands behind the operator. */
  readonly word: Span;
  /** Any part of the delimiter is quoted: nothing is expanded in the body. */
  readonly quoted: boolean;
  readonly stripTabs: boolean;
  /** Null until its lines were read, and for good where there are none. */
  body: HeredocBody | null;
}

export interface HeredocBody extends Span {
  readonly parts: readonly Part[];
  readonly problem: Problem | null;
  readonly holes: number;
  /** Where the delimiter stands that ends it; null where the text ended first. */
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
  /** A backslash and what it makes of the next character. */
  | (Span & { readonly kind: 'escaped'; readonly value: string })
  /** `*`, `?` or `[`, where it may stand for the names of files. */
  | (Span & { readonly kind: 'glob'; readonly value: string })
  /** `~` or `~user` in front of a word. */
  | (Span & { readonly kind: 'tilde'; readonly value: string })
  /** What the caller keeps closed: a piece of text that will be one value, whatever it holds. */
  | Hole
  /** `'…'`, `"…"` and `$'…'`. */
  | (Span & { readonly kind: 'single' | 'double' | 'ansi'; readonly parts: readonly Part[] })
  | Parameter
  /** `$((…))`. */
  | (Span & { readonly kind: 'arithmetic'; readonly parts: readonly Part[] })
  /** `$(…)`, `<(…)` and `>(…)`. */
  | (Span & { readonly kind: 'substitution' | 'process'; readonly list: List; readonly holes: number })
  /** The script inside has a text of its own: one level of backslashes is taken off. */
  | (Span & { readonly kind: 'backticks'; readonly script: Script });

export interface Hole extends Span {
  readonly kind: 'hole';
  /** False behind a construct after which shells may not agree where it stands. */
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
