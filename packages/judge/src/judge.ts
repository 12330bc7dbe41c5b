/**
 * From the text of a command to the parts that would run, with their effects. Pure: nothing is looked up on any machine.
 *
 * The tree that the reader makes is walked once, in the order in which a shell would run it, with what the shell would
 * know by then: its folder, its variables, its functions. Each simple command becomes a part. What cannot be told before
 * it runs is opaque; nothing is left out, and past a bound the rest is one opaque part.
 */
import type { Effect } from '@synapse/contract';
import { EFFECTS } from '@synapse/contract';
import { NO_STREAM } from './arg.ts';
import { secretNames } from './holes.ts';
import type { JudgedPlace, Judgement } from './judgement.ts';
import { START, withoutSigns } from './pattern.ts';
import { normalize } from './places.ts';
import { evaluateValue, evaluateWord } from './walk/evaluate-word.ts';
import { type Found, type State, TooMuchToJudge, type Walk } from './walk/frame.ts';
import { redirect } from './walk/redirect.ts';
import { runProgram, startProgram } from './walk/run-program.ts';
import { walkCommand } from './walk/walk-command.ts';
import { walkList } from './walk/walk-list.ts';
import { walkScript } from './walk/walk-script.ts';
import { walkSimple } from './walk/walk-simple.ts';
import { why } from './why.ts';

const walk: Walk = {
  list: walkList,
  command: walkCommand,
  simple: walkSimple,
  words: evaluateWord,
  value: evaluateValue,
  redirect,
  run: runProgram,
  start: startProgram,
  script: (found, text, state) => walkScript(walk, found, text, state),
};

export function judge(command: string, place: JudgedPlace): Judgement {
  const text = withoutSigns(command);
  const found: Found = { parts: [], redirectedSecrets: new Set(), place, steps: 0, depth: 0, starts: 0, calls: [] };
  const state: State = {
    folders: [place.cwd === null ? START : normalize(withoutSigns(place.cwd))],
    variables: new Map(),
    functions: new Map(),
    positional: [],
    exported: [],
    stdin: NO_STREAM,
    around: [],
    direct: true,
  };
  const { parts } = found;
  try {
    walkScript(walk, found, text, state);
  } catch (error) {
    if (!(error instanceof TooMuchToJudge)) throw error;
    parts.push(whole(text, ['opaque'], 'too_much', place));
  }
  if (parts.length === 0) parts.push(whole(text, ['read'], 'reads', place));
  const effects = new Set(parts.flatMap((part) => part.effects));
  return {
    parts,
    effects: EFFECTS.filter((effect) => effects.has(effect)),
    redirectedSecrets: [...found.redirectedSecrets],
  };
}

/** The command as one part. What it holds may reach anything in it. */
function whole(text: string, effects: Effect[], key: 'too_much' | 'reads', place: JudgedPlace) {
  return {
    text: text.slice(0, 400),
    program: null,
    effects,
    paths: [],
    secrets: secretNames(text, place.isSecret),
    why: why(key, { program: text.slice(0, 40) }),
  };
}
