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
import { type Command, type ListItem, readScript, type SimpleCommand, TooMuchToRead, wordText } from '@synapse/shell';

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
const ENDS_SPLITTING = new Set('exec eval . source trap shopt enable alias unalias bash sh'.split(' '));
/** What a marker would change: the statuses of the last pipeline, and what DEBUG traps and `fc` see. */
const SEES_MARKERS = /PIPESTATUS|BASH_COMMAND|BASH_ARGV|extdebug|\bfc\b/;

/** Null if there is nothing to split, or nothing that could be split safely. */
export function markSteps(script: string, nonce: string): MarkedSteps | null {
  if (script.length > LONGEST_SCRIPT || script.includes(MARK) || SEES_MARKERS.test(script)) return null;
  const items = readItems(script);
  if (items === null) return null;
  const starts = splitPoints(items, script);
  if (starts.length < 2) return null;
  return { script: definition(nonce) + insertMarkers(script, items, starts), commands: textsOf(script, items, starts) };
}

function readItems(script: string): readonly ListItem[] | null {
  try {
    const { list, problem, differences } = readScript(script);
    return problem !== null || differences.length > 0 ? null : list.items;
  } catch (error) {
    if (error instanceof TooMuchToRead) return null;
    throw error;
  }
}

/** The numbers of the items before which a marker may stand. */
function splitPoints(items: readonly ListItem[], script: string): number[] {
  const starts: number[] = [];
  for (let i = 0; i < items.length && starts.length < MOST_STEPS; ) {
    // `a && b &` runs in the background as a whole.
    let end = i;
    while (end < items.length - 1 && isJoined(items[end]!)) end++;
    const inBackground = items[end]!.operator === '&';
    for (let at = i; at <= end; at++) {
      if (at === i || !inBackground) starts.push(at);
      if (items[at]!.pipeline.commands.some((command) => endsSplitting(command, script))) return starts;
    }
    i = end + 1;
  }
  return starts;
}

const isJoined = ({ operator }: ListItem): boolean => operator === '&&' || operator === '||';

function endsSplitting(command: Command, script: string): boolean {
  switch (command.kind) {
    case 'simple':
      return changesShell(command, script);
    case 'subshell':
      return false;
    case 'coprocess':
      return true;
    default:
      // Whatever runs in this shell: a function may be called later, a group is run now.
      return mentions(script.slice(command.start, command.end));
  }
}

function changesShell({ words, redirections, assignments }: SimpleCommand, script: string): boolean {
  const [first] = words;
  if (first === undefined) return redirections.length > 0 && assignments.length === 0;
  const name = wordText(first, script);
  if (/[$`]/.test(name) || name === 'builtin' || name === 'command') return true;
  if (name === 'set') return words.slice(1).some((word) => /^[-+].*[xvno]/.test(wordText(word, script)));
  return name !== 'bash' && name !== 'sh' && ENDS_SPLITTING.has(name);
}

const mentions = (text: string): boolean =>
  /(?:^|[\s;&|({])(?:exec|eval|\.|source|trap|shopt|enable|alias|set|builtin|command)\s/.test(text);

function insertMarkers(script: string, items: readonly ListItem[], starts: readonly number[]): string {
  const inserted: { at: number; text: string }[] = [];
  for (const [number, start] of starts.entries()) {
    const { start: from, end } = items[start]!.pipeline;
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
