/**
 * From the text of a command to the parts that would run, with their effects. Pure: nothing is looked up on any machine.
 *
 * The tree that the reader makes is walked once, in the order in which a shell would run it, with what the shell would
 * know by then: its folder, its variables, its functions. Each simple command becomes a part. What cannot be told before
 * it runs is opaque; nothing is left out, and past a bound the rest is one opaque part.
 */
import type { Effect } from '@synapse/contract';
import { EFFECTS } from '@synapse/contract';
import { NO_STREAM, type Stream, union } from './arg.ts';
import { withPlaces } from './exact.ts';
import { handedIn } from './handed.ts';
import { secretNames } from './holes.ts';
import type { JudgedPart, JudgedPlace, Judgement } from './judgement.ts';
import { ANY, display, START, withoutSigns } from './pattern.ts';
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

/** So much is done for one command, wherever it is judged. */
const MOST_STEPS = 20_000;

/** What is past the bound is one opaque part behind those that were found by then. */
export function judge(command: string, place: JudgedPlace): Judgement {
  const found = newFound(place, MOST_STEPS);
  if (!walked(command, found)) found.parts.push(unlooked(command, place));
  return settled(command, found);
}

/** Null where it takes more steps than that. */
export function judgeWithin(steps: number, command: string, place: JudgedPlace): Judgement | null {
  const found = newFound(place, steps);
  return walked(command, found) ? settled(command, found) : null;
}

/** Of a command that could not be judged in time: nothing is known of it but its text. */
export function unjudged(command: string, place: JudgedPlace): Judgement {
  const part = unlooked(command, place);
  return { parts: [part], effects: part.effects, redirectedSecrets: [], handed: null };
}

/** The same where the rules could not be asked in time: whatever it does, they may be about it. */
export function asUnlooked({ parts, effects, redirectedSecrets, handed }: Judgement): Judgement {
  const [first] = parts;
  const part: JudgedPart = {
    text: first!.text,
    program: null,
    effects: EFFECTS.filter((effect) => effect === 'opaque' || effects.includes(effect)),
    paths: [display(ANY)],
    secrets: union(...parts.map(({ secrets }) => secrets)),
    why: why('too_much'),
    unlooked: true,
  };
  return { parts: [part], effects: part.effects, redirectedSecrets, handed };
}

function newFound(place: JudgedPlace, most: number): Found {
  return {
    parts: [],
    redirectedSecrets: new Set(),
    values: new Set(),
    place,
    calls: [],
    steps: 0,
    most,
    depth: 0,
    starts: 0,
  };
}

/** False where it was too much. */
function walked(command: string, found: Found): boolean {
  const { cwd } = found.place;
  const state: State = {
    folders: [cwd === null ? START : normalize(withoutSigns(cwd))],
    variables: new Map(),
    functions: new Map(),
    positional: [],
    exported: [],
    stdin: handedStream(found.place),
    around: [],
    direct: true,
  };
  try {
    walkScript(walk, found, withoutSigns(command), state);
    return true;
  } catch (error) {
    if (!(error instanceof TooMuchToJudge)) throw error;
    return false;
  }
}

/** So much of an input is read as what it may be: a script, or names of files. */
const LONGEST_INPUT = 65_536;

function handedStream({ stdin, isSecret }: JudgedPlace): Stream {
  if (stdin === undefined) return NO_STREAM;
  const secrets = secretNames(stdin, isSecret);
  const isKnown = secrets.length === 0 && stdin.length <= LONGEST_INPUT;
  return { text: isKnown ? withoutSigns(stdin) : null, pattern: withoutSigns(stdin), lines: null, secrets };
}

/** The command in the form that says which program gets what: an input is handed as by a pipe. */
function withInput(command: string, { stdin, isSecret }: JudgedPlace): string {
  const names = stdin === undefined ? [] : secretNames(stdin, isSecret);
  return names.length === 0 ? command : `printf %s ${names.map((name) => `"{{${name}}}"`).join('')} | ${command}`;
}

function settled(command: string, { parts, place, redirectedSecrets }: Found): Judgement {
  if (parts.length === 0) parts.push(whole(withoutSigns(command), ['read'], 'reads', place));
  const effects = new Set(parts.flatMap((part) => part.effects));
  return {
    parts: withPlaces(withoutSigns(command), parts, place),
    effects: EFFECTS.filter((effect) => effects.has(effect)),
    redirectedSecrets: [...redirectedSecrets],
    handed: handedIn(withInput(withoutSigns(command), place), place.isSecret),
  };
}

function unlooked(command: string, place: JudgedPlace): JudgedPart {
  return { ...whole(withoutSigns(command), ['opaque'], 'too_much', place), paths: [display(ANY)], unlooked: true };
}

/** The command as one part. What it holds may reach anything in it. */
function whole(text: string, effects: Effect[], key: 'too_much' | 'reads', place: JudgedPlace): JudgedPart {
  return {
    text: text.slice(0, 400),
    program: null,
    effects,
    paths: [],
    secrets: union(secretNames(text, place.isSecret), secretNames(place.stdin ?? '', place.isSecret)),
    why: why(key, { program: text.slice(0, 40) }),
  };
}
