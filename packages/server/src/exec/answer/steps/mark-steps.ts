/**
 * Puts a marker before each step of a command, so that the output of `a && b; c` can be told apart and each part be
 * compacted as what it is. The shell runs the same commands in the same order, with the same `$?`, `$_` and `set -e`:
 *
 * - A marker is a call of a shell function that prints its number and the last exit status on stdout, which
 *   `step-scanner.ts` takes out of the output again. It returns the status that it found.
 * - It stands to the left of `&&`, where `set -e` and an ERR trap do not react to it.
 * - A step after `&&` or `||` becomes `{ marker; step; }`, which is the same to both operators.
 *
 * Only the top level is split: a loop, a subshell or a pipeline is one step. From a command on that could redirect the
 * shell's own stdout, trace it, or see the markers, nothing is split any more.
 */
import {
  DIFFERENCES,
  type DifferenceKind,
  type ListItem,
  type Pipeline,
  type ReadOptions,
  readScript,
  type SimpleCommand,
  TooMuchToRead,
  visitCommand,
  wordText,
} from '@synapse/shell';

type HoleAt = NonNullable<ReadOptions['holeAt']>;

export interface MarkedSteps {
  readonly script: string;
  /** The text of each step; the first one has number 0. */
  readonly commands: readonly string[];
}

const MARK = '__synapse_step';
/** More would cost more than they tell. */
const MOST_STEPS = 100;
const LONGEST_SCRIPT = 20_000;
/** These may redirect stdout, run text that does, or change how the shell runs what follows. */
const ENDS_SPLITTING = new Set('exec eval . source alias unalias enable'.split(' '));
/** What a marker would change, or what would show it: the statuses of the last pipeline, traps, lists of functions. */
const SEES_MARKERS =
  /PIPESTATUS|BASH_COMMAND|BASH_ARGV|FUNCNAME|extdebug|\bfc\b|\b(?:declare|typeset|compgen)\b|\bset\s*(?:[;&|)>\n]|$)/;
/** What dash reads as the end of one command and the beginning of another. */
const AS_A_LIST: ReadonlySet<DifferenceKind> = new Set(['both-redirection']);

/**
 * Null if there is nothing to split, or nothing that could be split safely. `holeAt`: as the reader of shell commands
 * takes it, for a command with placeholders.
 */
export function markSteps(script: string, nonce: string, holeAt: HoleAt = () => 0): MarkedSteps | null {
  if (script.length > LONGEST_SCRIPT || script.includes(MARK) || SEES_MARKERS.test(script)) return null;
  const read = readItems(script, holeAt);
  if (read === null) return null;
  const { items, until } = read;
  const starts = splitPoints(items, script, until);
  if (starts.length < 2) return null;
  return { script: definition(nonce) + insertMarkers(script, items, starts), commands: textsOf(script, items, starts) };
}

/**
 * `until`: where the text begins that shells may read differently; with its whole line where one may not be able to read
 * it, because that one then prints the line.
 */
function readItems(script: string, holeAt: HoleAt): { items: readonly ListItem[]; until: number } | null {
  try {
    const { list, problem, differences } = readScript(script, { holeAt });
    if (problem !== null) return null;
    const limits = differences.flatMap(({ kind, at }) => {
      if (DIFFERENCES[kind].moves) return [script.lastIndexOf('\n', at) + 1];
      return AS_A_LIST.has(kind) ? [at] : [];
    });
    return { items: list.items, until: Math.min(script.length, ...limits) };
  } catch (error) {
    if (error instanceof TooMuchToRead) return null;
    throw error;
  }
}

/** The numbers of the items before which a marker may stand. */
function splitPoints(items: readonly ListItem[], script: string, until: number): number[] {
  const starts: number[] = [];
  for (let i = 0; i < items.length && starts.length < MOST_STEPS; ) {
    // `a && b &` runs in the background as a whole.
    let end = i;
    while (end < items.length - 1 && isJoined(items[end]!)) end++;
    const inBackground = items[end]!.operator === '&';
    for (let at = i; at <= end; at++) {
      const { pipeline } = items[at]!;
      if (pipeline.end > until) return starts;
      // `a && ! b`: inside braces, `set -e` would see the status of the braces.
      if (at === i || !(inBackground || pipeline.negated)) starts.push(at);
      if (endsSplitting(pipeline, script)) return starts;
    }
    i = end + 1;
  }
  return starts;
}

const isJoined = ({ operator }: ListItem): boolean => operator === '&&' || operator === '||';

/** What stands in a pipeline or in parentheses runs in a shell of its own. A function may be called later. */
function endsSplitting({ commands }: Pipeline, script: string): boolean {
  const [command] = commands;
  if (commands.length !== 1 || command === undefined || command.kind === 'subshell') return false;
  if (command.kind === 'coprocess') return true;
  let ends = false;
  const simple = (inside: SimpleCommand): void => {
    ends ||= changesShell(inside, script);
  };
  visitCommand(command, { simple });
  return ends;
}

function changesShell({ words, redirections, assignments }: SimpleCommand, script: string): boolean {
  if (words.length === 0) return redirections.length > 0 && assignments.length === 0;
  const [name, ...rest] = words.map((word) => wordText(word, script));
  return changes(name!, rest);
}

function changes(name: string, args: readonly string[]): boolean {
  switch (name) {
    case 'command':
    case 'builtin': {
      if (/^-[pvV]*[vV]/.test(args[0] ?? '')) return false;
      const at = args.findIndex((arg) => !arg.startsWith('-'));
      return at >= 0 && changes(args[at]!, args.slice(at + 1));
    }
    case 'set':
      return !setsOnlyChecks(args);
    case 'trap':
      // At the end no marker follows.
      return !(args.length === 2 && ['EXIT', '0'].includes(args[1]!));
    case 'shopt':
      return args.some((arg) => /^(?:expand_aliases|lastpipe|xpg_echo|compat\d*)$/.test(arg));
    default:
      return /[$`]|\{\{/.test(name) || ENDS_SPLITTING.has(name);
  }
}

/** `set -euo pipefail`, `set +e`, `set -- a b`: nothing that shows what runs, or exports what markers assign. */
function setsOnlyChecks(args: readonly string[]): boolean {
  for (let i = 0; i < args.length; i++) {
    const arg = args[i]!;
    if (arg === '--' || !/^[-+]/.test(arg)) return true;
    if (!/^[-+][eufCEo]+$/.test(arg)) return false;
    if (arg.includes('o') && !/^(?:errexit|nounset|noglob|noclobber|pipefail)$/.test(args[++i] ?? '')) return false;
  }
  return true;
}

function insertMarkers(script: string, items: readonly ListItem[], starts: readonly number[]): string {
  const inserted: { at: number; text: string }[] = [];
  for (const [number, start] of starts.entries()) {
    const { start: from, commands } = items[start]!.pipeline;
    // A comment may follow the last command.
    const end = commands.at(-1)!.end;
    const mark = `${MARK} ${number} "\${_-}" && : "\${_-}"; `;
    const follows = start > 0 && isJoined(items[start - 1]!);
    inserted.push({ at: from, text: follows ? `{ ${mark}` : mark });
    if (follows) inserted.push({ at: end, text: '; }' });
  }
  let text = '';
  let done = 0;
  for (const { at, text: more } of inserted.toSorted((one, other) => one.at - other.at)) {
    text += script.slice(done, at) + more;
    done = at;
  }
  return text + script.slice(done);
}

/** From each split point to the next one. */
function textsOf(script: string, items: readonly ListItem[], starts: readonly number[]): string[] {
  return starts.map((start, number) => {
    const last = (starts[number + 1] ?? items.length) - 1;
    return script.slice(items[start]!.pipeline.start, items[last]!.pipeline.end).trim();
  });
}

/** On the first line of the script, so that line numbers stay. */
function definition(nonce: string): string {
  const print = `command printf '\\036${nonce}:%s:%s\\036' "$1" "$__synapse_s" 2>/dev/null`;
  return `${MARK}() { __synapse_s=$?; ${print}; return "$__synapse_s"; }; `;
}
