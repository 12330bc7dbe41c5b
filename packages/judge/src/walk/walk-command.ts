/** Compound commands: what their bodies know when they begin, and what is known behind them. */
import {
  type Case,
  type Command,
  type For,
  type FunctionDefinition,
  fixedText,
  type If,
  type List,
  type Loop,
  partsText,
  visitList,
} from '@synapse/shell';
import { type Arg, NO_STREAM, shared, union } from '../arg.ts';
import { ANY } from '../pattern.ts';
import { why } from '../why.ts';
import { addOpaque, LONGEST_TEXT } from './add-opaque.ts';
import { judgeArithmetic } from './evaluate-word.ts';
import { addPart, type Frame, type Outcome, type Redirected, type State, step } from './frame.ts';
import { merge, withVariable } from './states.ts';
import { isDangerous } from './variables.ts';

export function walkCommand(frame: Frame, command: Command, state: State): Outcome {
  step(frame);
  if (command.kind === 'simple') return frame.walk.simple(frame, command, state);
  if (command.kind === 'function') return define(frame, command, state);
  const redirected = frame.walk.redirect(frame, command.redirections, state);
  noteRedirected(frame, command, redirected, state);
  const secrets = union(state.stdin.secrets, redirected.secrets);
  const inside: State = { ...state, stdin: { ...(redirected.stdin ?? state.stdin), secrets } };
  const outcome = walkBody(frame, command, inside);
  if (redirected.toFile) for (const name of outcome.output.secrets) frame.found.redirectedSecrets.add(name);
  const leave = (after: State | null): State | null => (after === null ? null : { ...after, stdin: state.stdin });
  return { state: leave(outcome.state), failed: leave(outcome.failed), output: outcome.output };
}

function walkBody(frame: Frame, command: Exclude<Command, { kind: 'simple' | 'function' }>, given: State): Outcome {
  const once = command.kind === 'subshell' || command.kind === 'group';
  const state = once ? given : { ...given, stdin: shared(given.stdin) };
  switch (command.kind) {
    case 'subshell': {
      const { output } = frame.walk.list(frame, command.body, state);
      return { state, failed: state, output };
    }
    case 'group':
      return frame.walk.list(frame, command.body, state);
    case 'if':
      return walkIf(frame, command, state);
    case 'while':
    case 'until':
      return walkLoop(frame, command, state);
    case 'for':
    case 'select':
      return walkFor(frame, command, state);
    case 'case':
      return walkCase(frame, command, state);
    case 'double-brackets': {
      for (const word of command.words) frame.walk.words(frame, word, state);
      return { state, failed: state, output: NO_STREAM };
    }
    case 'arithmetic':
      judgeArithmetic(frame, command.parts, command, state);
      return { state, failed: state, output: NO_STREAM };
    case 'coprocess': {
      frame.walk.command(frame, command.body, state);
      return { state, failed: state, output: NO_STREAM };
    }
  }
}

function walkIf(frame: Frame, { branches, otherwise }: If, before: State): Outcome {
  let after: State | null = null;
  let next: State | null = before;
  const outputs: string[] = [];
  for (const { test, body } of branches) {
    const from: State = next ?? before;
    const tested = frame.walk.list(frame, test, from);
    const walked = frame.walk.list(frame, body, tested.state ?? from);
    outputs.push(...tested.output.secrets, ...walked.output.secrets);
    after = merge(after, merge(walked.state, walked.failed));
    next = merge(tested.failed, tested.state);
  }
  if (otherwise !== null) {
    const walked = frame.walk.list(frame, otherwise, next ?? before);
    outputs.push(...walked.output.secrets);
    after = merge(after, merge(walked.state, walked.failed));
  } else after = merge(after, next);
  return { state: after, failed: after, output: { ...NO_STREAM, secrets: union(outputs) } };
}

function walkLoop(frame: Frame, { test, body }: Loop, before: State): Outcome {
  const start = loopStart(frame, [test, body], before);
  const tested = frame.walk.list(frame, test, start);
  const walked = frame.walk.list(frame, body, tested.state ?? start);
  const after = merge(merge(start, tested.failed), merge(walked.state, walked.failed));
  const secrets = union(tested.output.secrets, walked.output.secrets);
  return { state: after, failed: after, output: { ...NO_STREAM, secrets } };
}

function walkFor(frame: Frame, { variable, words, arithmetic, body, ...span }: For, before: State): Outcome {
  if (arithmetic.length > 0) judgeArithmetic(frame, arithmetic, span, before);
  const name = variable === null ? null : fixedText(variable);
  const args = words?.flatMap((word) => frame.walk.words(frame, word, before)) ?? null;
  if (name !== null && isDangerous(name)) addOpaque(frame, span, before, 'variable', { secrets: [], option: name });
  let start = loopStart(frame, [body], before);
  if (name !== null) {
    const value = anyOf(args);
    frame.secretsOf.set(name, union(frame.secretsOf.get(name) ?? [], value.secrets));
    start = { ...start, variables: withVariable(start.variables, name, value) };
  }
  const walked = frame.walk.list(frame, body, start);
  const after = merge(loopStart(frame, [body], before), merge(walked.state, walked.failed));
  return { state: after, failed: after, output: { ...NO_STREAM, secrets: walked.output.secrets } };
}

/** One value that stands for each of several; the same piece in front and behind stays known. */
function anyOf(args: readonly Arg[] | null): Arg {
  const secrets = union(...(args ?? []).map((arg) => arg.secrets));
  const [first] = args ?? [];
  const same = first !== undefined && args!.every((arg) => arg.pattern === first.pattern);
  const sensitive = args?.some((arg) => arg.sensitive) ?? false;
  return { pattern: same ? first.pattern : ANY, many: false, secrets, sensitive };
}

function walkCase(frame: Frame, { subject, clauses }: Case, before: State): Outcome {
  frame.walk.words(frame, subject, before);
  let after: State | null = before;
  const secrets: string[] = [];
  for (const { patterns, body } of clauses) {
    for (const pattern of patterns) frame.walk.words(frame, pattern, before);
    const walked = frame.walk.list(frame, body, before);
    after = merge(after, merge(walked.state, walked.failed));
    secrets.push(...walked.output.secrets);
  }
  return { state: after, failed: after, output: { ...NO_STREAM, secrets: union(secrets) } };
}

/** The second round begins where the first ended: in another folder, if one of them is left. */
function loopStart({ facts }: Frame, bodies: readonly List[], state: State): State {
  let moves = false;
  for (const body of bodies) {
    visitList(body, {
      simple: ({ words }) => {
        const name = words[0] === undefined ? '' : fixedText(words[0]);
        if (name === null || /^(?:cd|pushd|popd|command|builtin)$/.test(name) || facts.functions.has(name))
          moves = true;
      },
    });
  }
  return moves ? { ...state, folders: null } : state;
}

function define(frame: Frame, definition: FunctionDefinition, state: State): Outcome {
  const name = partsText(definition.name.parts, frame.source);
  const after = { ...state, functions: withVariable(state.functions, name, definition) };
  return { state: after, failed: after, output: NO_STREAM };
}

/** A file that a compound command is written to is a part of its own. */
function noteRedirected(frame: Frame, { redirections }: Command, redirected: Redirected, state: State): void {
  const { effects, paths, secrets } = redirected;
  const [first] = redirections;
  if (first === undefined || effects.length === 0) return;
  addPart(frame.found, {
    text: frame.source.slice(first.start, Math.min(redirections.at(-1)!.end, first.start + LONGEST_TEXT)),
    program: null,
    effects: union(effects, state.around),
    paths,
    secrets,
    why: redirected.why ?? why('reads', { program: '<' }),
  });
}
