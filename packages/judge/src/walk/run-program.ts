/** Which program a name means, and what it then does: a function, a builtin of the shell, or a program that is known. */
import type { Span } from '@synapse/shell';
import { type Arg, NO_STREAM, textOf, union } from '../arg.ts';
import { builtinNamed } from '../builtins/index.ts';
import { judgeProgram, opaque } from '../judge-program.ts';
import type { JudgedPart } from '../judgement.ts';
import { display, LINKED } from '../pattern.ts';
import type { Call } from '../program.ts';
import { programNamed } from '../programs/index.ts';
import { why } from '../why.ts';
import { LONGEST_TEXT } from './add-opaque.ts';
import { addPart, type Finding, type Frame, NO_PART, type State, step, TooMuchToJudge } from './frame.ts';
import { mentionedPaths } from './mentioned-paths.ts';
import { merge } from './states.ts';

/** Where systems keep their own programs. */
const FOLDERS = /^(?:\/usr|\/usr\/local|\/opt\/homebrew|\/snap)?\/s?bin\/([^/]+)$/;

export function runProgram(frame: Frame, args: readonly Arg[], state: State, span: Span): Finding {
  const { parts } = frame.found;
  const before = parts.length;
  const finding = findProgram(frame, args, state, span);
  // A program that is kept elsewhere is a file that is read.
  const words = isElsewhere(args[0]) ? args : args.slice(1);
  if (finding.silent) {
    // What it starts was judged; the words of its own may lead that one elsewhere.
    if (finding.program && !isBuiltin(finding)) addMentions(parts, before, ownWords(frame, words, state));
    return finding;
  }
  if (isBuiltin(finding)) return finding;
  const mentions = union(finding.mentions ?? [], wordsOf(frame, words, finding, state));
  return mentions.length === 0 ? finding : { ...finding, mentions };
}

function isElsewhere(name: Arg | undefined): boolean {
  return name?.pattern.includes('/') === true && !FOLDERS.test(name.pattern);
}

/** Builtins do nothing with a file but what their finding says, where it says that; and these tell whether there is one. */
function isBuiltin({ program, effects }: Finding): boolean {
  return (
    !!program && !/^(?:test|\[)$/.test(program) && !effects.includes('opaque') && builtinNamed(program) !== undefined
  );
}

/** The paths that its words may mean, by how much is known of what it does. */
function wordsOf(frame: Frame, words: readonly Arg[], { effects, walks }: Finding, state: State): string[] {
  const opaque = effects.includes('opaque');
  const undescribed = opaque || effects.includes('network');
  const deep = undescribed || walks === true || effects.includes('change');
  const { text, pattern = text } = state.stdin;
  const handed = [...frame.found.values, ...(undescribed && pattern !== null ? [pattern] : [])];
  const found = mentionedPaths(frame, words, handed, state, { undescribed, deep, code: opaque });
  // It may read what is around it.
  return undescribed
    ? [...found, ...(state.folders ?? []).filter((path) => path[0] === '/' || path === LINKED).map(display)]
    : found;
}

/** Scripts among them were judged as such. */
function ownWords(frame: Frame, words: readonly Arg[], state: State): string[] {
  const plain = words.filter(({ pattern }) => !/\s/.test(pattern));
  return mentionedPaths(frame, plain, [], state, { undescribed: false, deep: false, code: false });
}

function addMentions(parts: JudgedPart[], from: number, mentions: readonly string[]): void {
  if (mentions.length === 0) return;
  for (let at = from; at < parts.length; at += 1) {
    const part = parts[at]!;
    parts[at] = { ...part, mentions: union(part.mentions ?? [], mentions) };
  }
}

function findProgram(frame: Frame, args: readonly Arg[], state: State, span: Span): Finding {
  const [first, ...rest] = args;
  const named = textOf(first);
  if (named === null) {
    const program = first === undefined ? '' : display(first.pattern);
    return { ...opaque({ program }, 'program_at_run_time'), program: null };
  }
  const isPath = named.includes('/');
  const name = isPath ? FOLDERS.exec(named)?.[1] : named;
  if (name === undefined) return { ...opaque({ program: named }, 'unknown_place'), program: named.split('/').at(-1)! };
  const call: Call = { frame, program: name, args: rest, state, span };
  const definitions = isPath || !state.direct ? undefined : frame.facts.functions.get(name);
  if (definitions !== undefined) return callFunction(call);
  return runKnown(call, isPath);
}

function runKnown(call: Call, isPath: boolean): Finding {
  const builtin = isPath ? undefined : builtinNamed(call.program);
  const program = programNamed(call.program);
  const finding =
    builtin !== undefined
      ? builtin(call)
      : program !== undefined
        ? judgeProgram(program, call)
        : opaque(call, 'unknown_program');
  return { program: call.program, ...finding };
}

const DEEPEST_CALLS = 20;
const DEEPEST_STARTS = 50;

/** By its body; by every one that the script gives it, and the program of that name, where it is not sure which is meant. */
function callFunction(call: Call): Finding {
  const { frame, program, args, state } = call;
  const { found, facts } = frame;
  if (found.calls.includes(program) || found.calls.length >= DEEPEST_CALLS) return recursion(call);
  found.calls.push(program);
  const inside: State = { ...state, positional: args };
  let after: State | null = null;
  let output = NO_STREAM;
  for (const { body } of facts.functions.get(program)!) {
    step(frame);
    const outcome = frame.walk.command(frame, body, inside);
    after = merge(after, merge(outcome.state, outcome.failed));
    output = { ...NO_STREAM, secrets: union(output.secrets, outcome.output.secrets) };
  }
  found.calls.pop();
  const behind = { ...(after ?? state), positional: state.positional };
  if (state.functions.has(program)) return { ...NO_PART, state: behind, output };
  const other = runKnown(call, false);
  return { ...other, state: merge(behind, other.state ?? state) ?? state };
}

/** A function that calls itself by a pipe or in the background makes more of itself than any machine has room for. */
function recursion({ frame, program, span }: Call): Finding {
  const around = frame.facts.functions.get(program)!.map(({ body }) => frame.source.slice(body.start, body.end));
  const multiplies = around.some((text) => /[|&]/.test(text));
  const key = multiplies ? 'fork_bomb' : 'recursion';
  const text = frame.source.slice(span.start, span.end);
  return {
    effects: multiplies ? ['catastrophe', 'opaque'] : ['opaque'],
    why: why(key, { program: text.slice(0, 40) }),
    program,
  };
}

/** What another program starts, as a part of its own. */
export function startProgram(frame: Frame, args: readonly Arg[], state: State, span: Span): Finding {
  step(frame);
  const { found } = frame;
  if (found.starts >= DEEPEST_STARTS) throw new TooMuchToJudge();
  found.starts += 1;
  const finding = runProgram(frame, args, { ...state, direct: false }, span);
  found.starts -= 1;
  if (finding.silent === true) return finding;
  addPart(found, {
    text: frame.source.slice(span.start, Math.min(span.end, span.start + LONGEST_TEXT)),
    program: finding.program ?? null,
    effects: union(finding.effects, state.around, args.some((arg) => arg.sensitive) ? ['sensitive'] : []),
    paths: finding.paths ?? [],
    ...(finding.mentions && { mentions: finding.mentions }),
    secrets: union(state.exported, state.stdin.secrets, ...args.map((arg) => arg.secrets)),
    why: finding.why,
  });
  return finding;
}
