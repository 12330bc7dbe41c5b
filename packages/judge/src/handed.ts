/**
 * Which program each placeholder of a command is handed to, by its place in the text: as an argument, in a variable in
 * front of it, or as its input. Whatever else is done with one is done by the shell itself.
 *
 * The shell of a command holds the values in variables of its own. So it is also told where a shell would run or print
 * more than the command says: then the values would be there to be read.
 */
import {
  type Command,
  fixedText,
  type List,
  type Part,
  type Pipeline,
  type Redirection,
  readScript,
  type SimpleCommand,
  TooMuchToRead,
  visitList,
  type Word,
} from '@synapse/shell';
import { gitHandsOn } from './git-hands-on.ts';
import { holeAt, type IsSecret, secretNames } from './holes.ts';
import type { Handed } from './judgement.ts';
import { isCredential, isDangerous } from './walk/variables.ts';

const SHOWN = 80;

/** Null where the text holds no placeholder. */
export function handedIn(text: string, isSecret: IsSecret | undefined): Handed | null {
  const names = secretNames(text, isSecret);
  if (names.length === 0) return null;
  const unknown: Handed = { to: new Map(), astray: names, piped: [], gitIsPlain: false, unsettled: null };
  try {
    const { list, problem } = readScript(text, { holeAt: holeAt(isSecret) });
    return problem === null ? new Hands(text).read(list, names) : unknown;
  } catch (error) {
    if (error instanceof TooMuchToRead) return unknown;
    throw error;
  }
}

class Hands {
  readonly #text: string;
  readonly #to = new Map<string, string[]>();
  readonly #placed = new Map<string, number>();
  readonly #piped = new Set<string>();
  #gitIsPlain = true;

  constructor(text: string) {
    this.#text = text;
  }

  read(list: List, names: readonly string[]): Handed {
    this.#list(list);
    // One in a comment counts, too: it is the text that is compared.
    const astray = names.filter((name) => this.#text.split(`{{${name}}}`).length - 1 !== (this.#placed.get(name) ?? 0));
    const unsettled = unsettledBy(this.#text, list);
    return { to: this.#to, astray, piped: [...this.#piped], gitIsPlain: this.#gitIsPlain, unsettled };
  }

  /** Not into functions and substitutions: what is handed there may come back to the shell. */
  #list({ items }: List): void {
    for (const { pipeline } of items) this.#pipeline(pipeline);
  }

  #pipeline({ commands }: Pipeline): void {
    commands.forEach((command, at) => {
      if (command.kind === 'simple') this.#simple(command, commands[at + 1]);
      else for (const body of bodiesOf(command)) this.#list(body);
    });
  }

  #simple(command: SimpleCommand, next: Command | undefined): void {
    const [first, ...words] = withoutPrefix(command.words);
    const program = first === undefined ? null : programOf(first);
    if (program === null) return;
    const receiver = next !== undefined && passesOn(program, command, words) ? receiverOf(next) : program;
    if (receiver === null) return;
    const held = [
      ...words.map(({ parts }) => parts),
      ...command.assignments.flatMap(({ value, subscript, elements }) =>
        subscript === null && elements === null ? [value] : [],
      ),
      ...command.redirections.map(inputOf),
    ].flatMap((parts) => this.#holes(parts));
    if (held.length > 0 && receiver === 'git') this.#gitIsPlain &&= gitHandsOn(words.map((word) => this.#said(word)));
    for (const name of held) {
      this.#placed.set(name, (this.#placed.get(name) ?? 0) + 1);
      this.#to.set(name, [...new Set([...(this.#to.get(name) ?? []), receiver])]);
      if (receiver !== program) this.#piped.add(name);
    }
  }

  /** With a placeholder for what is not known. */
  #said(word: Word): string {
    return fixedText(word) ?? this.#text.slice(word.start, word.end).replace(/["']/g, '');
  }

  /** Quoted or not, but in no expansion. */
  #holes(parts: readonly Part[]): string[] {
    return parts.flatMap((part) => {
      if (part.kind === 'hole') return [this.#text.slice(part.start + 2, part.end - 2)];
      return part.kind === 'single' || part.kind === 'double' || part.kind === 'ansi' ? this.#holes(part.parts) : [];
    });
  }
}

function bodiesOf(command: Exclude<Command, SimpleCommand>): readonly List[] {
  switch (command.kind) {
    case 'subshell':
    case 'group':
    case 'for':
    case 'select':
      return [command.body];
    case 'while':
    case 'until':
      return [command.test, command.body];
    case 'if':
      return command.branches.flatMap(({ test, body }) => [test, body]).concat(command.otherwise ?? []);
    case 'case':
      return command.clauses.map(({ body }) => body);
    default:
      return [];
  }
}

const withoutPrefix = (words: readonly Word[]): readonly Word[] =>
  words.length > 1 && /^(?:command|exec)$/.test(fixedText(words[0]!) ?? '') ? words.slice(1) : words;

/** Where systems keep their own programs. */
const SYSTEM = /^(?:\/usr|\/usr\/local|\/opt\/homebrew|\/snap)?\/s?bin\/([^/]+)$/;

function programOf(word: Word): string | null {
  const name = fixedText(word);
  if (name === null || name === '' || name.startsWith('-')) return null;
  return name.includes('/') ? (SYSTEM.exec(name)?.[1] ?? null) : name;
}

/** A builtin that prints its arguments and nothing else, into a pipe. */
function passesOn(program: string, { redirections, assignments }: SimpleCommand, [first]: readonly Word[]): boolean {
  if (redirections.length > 0 || assignments.length > 0 || first === undefined) return false;
  if (program === 'printf') return /^[^-]/.test(fixedText(first) ?? '-');
  return program === 'echo';
}

/** The program behind the pipe. */
function receiverOf(next: Command): string | null {
  const [first] = next.kind === 'simple' ? withoutPrefix(next.words) : [];
  return first === undefined ? null : programOf(first);
}

/** What a program is fed. */
function inputOf({ operator, descriptor, target, heredoc }: Redirection): readonly Part[] {
  if (descriptor !== '' && descriptor !== '0') return [];
  if (heredoc !== null) return heredoc.body?.parts ?? [];
  return operator === '<<<' ? (target?.parts ?? []) : [];
}

/** They run a text, define what a name means, list variables, or trace. */
const UNSETTLING = new Set([
  'eval',
  '.',
  'source',
  'trap',
  'alias',
  'unalias',
  'shopt',
  'hash',
  'enable',
  'bind',
  'let',
  'declare',
  'typeset',
  'local',
  'readonly',
  'mapfile',
  'readarray',
  'compgen',
  'complete',
  'compopt',
  'fc',
  'history',
  'builtin',
  'caller',
]);
const SETTINGS = /^(?:[-+][euf]+|[-+][euf]*o|--|pipefail|errexit|nounset|noglob)$/;
/** Variables that only say where a program connects to. */
const ADDRESS = /^(?:PG(?:HOST|HOSTADDR|PORT|USER|DATABASE|SSLMODE|CONNECT_TIMEOUT|APPNAME)|GIT_TERMINAL_PROMPT)$/;
const PLAIN_ARITHMETIC = /^[0-9\s+*%()<>=-]*$/;

/** The first piece that does so. */
function unsettledBy(text: string, whole: List): string | null {
  let found: { readonly start: number; readonly end: number } | null = null;
  const note = (span: { readonly start: number; readonly end: number }): void => {
    found ??= span;
  };
  const arithmetic = (parts: readonly Part[]): void => {
    for (const part of parts) if (part.kind !== 'literal' || !PLAIN_ARITHMETIC.test(part.value)) note(part);
  };
  const partsOf = (parts: readonly Part[]): void => {
    for (const part of parts) {
      if (part.kind === 'parameter' && (part.prefix === '!' || part.operator === 'other')) note(part);
      if (part.kind === 'arithmetic') arithmetic(part.parts);
      // Their text is read once more.
      else if (part.kind === 'backticks') note(part);
      else if (part.kind === 'substitution' || part.kind === 'process') visit(part.list);
      else if ('parts' in part) partsOf(part.parts);
    }
  };
  const simple = (command: SimpleCommand): void => {
    const words = withoutPrefix(command.words);
    const [name, ...args] = words.map((word) => fixedText(word));
    for (const assignment of command.assignments) {
      const isKnown = isCredential(assignment.name) || ADDRESS.test(assignment.name);
      if (assignment.subscript !== null || (isDangerous(assignment.name) && !isKnown)) note(command);
    }
    if (words.length === 0) return;
    // `exec` alone moves what the shell itself reads and writes.
    if (name === null || name === undefined || name === 'exec' || name === 'command' || name.startsWith('-'))
      note(command);
    else if (UNSETTLING.has(name)) note(command);
    else if (name === 'set' && (args.length === 0 || args.some((arg) => !SETTINGS.test(arg ?? '-x')))) note(command);
    else if (name === 'printf' && args[0]?.startsWith('-') !== false) note(command);
    else if (name === 'export' && args.some((arg) => !isPlainExport(arg ?? ''))) note(command);
  };
  const visit = (list: List): void =>
    visitList(list, {
      simple,
      command: (command) => {
        if (command.kind === 'function' || command.kind === 'coprocess' || command.kind === 'double-brackets')
          note(command);
      },
      word: ({ parts }) => partsOf(parts),
      heredoc: ({ body }) => partsOf(body?.parts ?? []),
      arithmetic,
    });
  // The names that the service gives to the variables with the values.
  const own = text.indexOf('__synapse');
  if (own >= 0) note({ start: own, end: own + SHOWN });
  visit(whole);
  const span = found as { readonly start: number; readonly end: number } | null;
  return span === null ? null : text.slice(span.start, Math.min(span.end, span.start + SHOWN));
}

function isPlainExport(word: string): boolean {
  const name = /^[A-Z][A-Z0-9_]*(?==|$)/.exec(word)?.[0];
  return name !== undefined && (!isDangerous(name) || ADDRESS.test(name));
}
