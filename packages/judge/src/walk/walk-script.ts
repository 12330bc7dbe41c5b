/** A text that is run as a script: the command itself, or what a shell inside it is given. */
import { type ReadScript, readScript, TooMuchToRead } from '@synapse/shell';
import { union } from '../arg.ts';
import { holeAt, secretNames } from '../holes.ts';
import type { JudgedPart } from '../judgement.ts';
import { ANY, display } from '../pattern.ts';
import { type Why, why } from '../why.ts';
import { LONGEST_TEXT } from './add-opaque.ts';
import { addPart, type Found, type Frame, type Outcome, type State, TooMuchToJudge, type Walk } from './frame.ts';
import { variableFacts } from './variable-facts.ts';

const DEEPEST_SCRIPTS = 12;

/**
 * Read alike in what matters here: `time` is a word of bash and a program elsewhere, and both run what follows. `<<<` is
 * an input, or where a shell has none, an error before anything of the line runs.
 */
const JUDGED_BOTH_WAYS = new Set(['time', 'here-string']);

export function walkScript(walk: Walk, found: Found, text: string, state: State): Outcome {
  if (found.depth >= DEEPEST_SCRIPTS) throw new TooMuchToJudge();
  // Each text in a text is read anew.
  found.steps += text.length >> 6;
  const read = tryRead(found, text);
  if (read === null) throw new TooMuchToJudge();
  noteProblems(found, read, state);
  const facts = variableFacts(read.list);
  const secretsOf = new Map(
    [...facts.secretsOf].map(
      ([name, word]) => [name, secretNames(text.slice(word.start, word.end), found.place.isSecret)] as const,
    ),
  );
  const frame: Frame = { source: text, found, facts, secretsOf, walk };
  found.depth += 1;
  const outcome = walk.list(frame, read.list, state);
  found.depth -= 1;
  return outcome;
}

function tryRead(found: Found, text: string): ReadScript | null {
  try {
    return readScript(text, { holeAt: holeAt(found.place.isSecret) });
  } catch (error) {
    if (error instanceof TooMuchToRead) return null;
    throw error;
  }
}

/**
 * What is not read, and what shells read differently: it is unknown what is run. Nothing behind the first is looked at,
 * and some shell may accept it.
 */
function noteProblems(found: Found, { text, problem, differences }: ReadScript, state: State): void {
  const opaque = (at: number, key: Why, more: Partial<JudgedPart> = {}): void =>
    addPart(found, {
      text: text.slice(at, at + LONGEST_TEXT),
      program: null,
      effects: union(['opaque'], state.around),
      paths: [],
      secrets: union(secretNames(text, found.place.isSecret), state.exported, state.stdin.secrets),
      why: why(key),
      ...more,
    });
  if (problem !== null) opaque(Math.max(0, problem.at - 20), 'unreadable', { paths: [display(ANY)], unlooked: true });
  const seen = new Set<string>();
  for (const { kind, at } of differences) {
    if (JUDGED_BOTH_WAYS.has(kind) || seen.has(kind)) continue;
    seen.add(kind);
    opaque(at, 'differently_read');
  }
}
