/**
 * Whether a command only reads: plain programs that print, with known options, joined by pipes at most. Anything that
 * this check cannot see through (variables, substitutions, redirections, several commands) is refused.
 */
import { type Accepted, PROGRAMS, SUBCOMMANDS } from './accepted-options.ts';
import { type PlainWord, readPipeline } from './plain-words.ts';

export interface ReadOnlyCommand {
  /** What to run instead. */
  readonly script: string;
  /** Words that may name files. */
  readonly operands: readonly PlainWord[];
  /** A search goes through everything below its operands, or below the working directory if it has none. */
  readonly recursive: boolean;
  readonly usesGit: boolean;
}

/** Null: it may do more than read. */
export function asReadOnly(script: string): ReadOnlyCommand | null {
  const commands = readPipeline(script);
  if (!commands?.every(onlyPrints)) return null;
  return {
    script: commands.map(render).join(' | '),
    operands: commands.flatMap((command) => command.slice(1)).filter(({ text }) => !text.startsWith('-')),
    recursive: commands.some(isRecursive),
    usesGit: commands.some(([program]) => program?.text === 'git'),
  };
}

function onlyPrints([program, ...args]: readonly PlainWord[]): boolean {
  if (program === undefined || program.isPattern) return false;
  const subcommands = Object.hasOwn(SUBCOMMANDS, program.text) ? SUBCOMMANDS[program.text] : undefined;
  const [first, ...rest] = args;
  if (subcommands) {
    if (!first || first.isPattern || !Object.hasOwn(subcommands, first.text)) return false;
    const accepted = subcommands[first.text]!;
    return rest.length <= (accepted.most ?? rest.length) && rest.every(({ text }) => isAccepted(text, accepted));
  }
  if (!Object.hasOwn(PROGRAMS, program.text)) return false;
  return args.every(({ text }) => isAccepted(text, PROGRAMS[program.text]!));
}

function isAccepted(text: string, { short, long, words, operands }: Accepted): boolean {
  if (words?.test(text)) return true;
  if (!text.startsWith('-') || text === '-') return operands?.test(text) ?? true;
  if (text === '--') return true;
  if (text.startsWith('--')) return long.has(text.slice(2).split('=')[0]!);
  // What follows the known letters is the value of the last one.
  const letters = /^-([A-Za-z0-9]+)/.exec(text)?.[1] ?? '';
  return letters !== '' && short !== '' && [...letters].every((letter) => short.includes(letter) || /\d/.test(letter));
}

const isRecursive = ([program, ...args]: readonly PlainWord[]): boolean =>
  /grep$/.test(program?.text ?? '') && args.some(({ text }) => /^(?:-\w*r|--recursive$)/.test(text));

/** Switches off what a repository's settings could start, and leaves its index as it is. */
const GIT_OPTIONS = [
  ...['--no-pager', '--no-optional-locks'],
  ...['core.fsmonitor=false', 'core.hooksPath=/dev/null', 'diff.external=', 'log.showSignature=false'].map(
    (set) => `-c ${set}`,
  ),
].join(' ');
const AFTER_SUBCOMMAND: Readonly<Record<string, string>> = {
  status: '--ignore-submodules=all',
  diff: '--no-ext-diff --no-textconv --ignore-submodules=all',
  log: '--no-ext-diff --no-textconv --ignore-submodules=all',
  show: '--no-ext-diff --no-textconv --ignore-submodules=all',
};

function render([program, ...args]: readonly PlainWord[]): string {
  if (program!.text !== 'git') return [program!, ...args].map(({ raw }) => raw).join(' ');
  const [subcommand, ...rest] = args.map(({ raw }) => raw);
  const more = AFTER_SUBCOMMAND[args[0]!.text] ?? '';
  return ['GIT_OPTIONAL_LOCKS=0 git', GIT_OPTIONS, subcommand, more, ...rest].filter(Boolean).join(' ');
}
