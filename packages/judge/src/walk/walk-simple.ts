/** A simple command: its assignments, its words, its redirections, and the part that they make. */
import type { Effect, Words } from '@synapse/contract';
import type { Assignment, SimpleCommand } from '@synapse/shell';
import { type Arg, NO_STREAM, textOf, union } from '../arg.ts';
import { HOME } from '../pattern.ts';
import { why } from '../why.ts';
import { addOpaque, LONGEST_TEXT } from './add-opaque.ts';
import { addPart, type Finding, type Frame, type Outcome, type Redirected, type State, step } from './frame.ts';
import { withVariable } from './states.ts';
import { isDangerous, isHarmless } from './variables.ts';

export function walkSimple(frame: Frame, command: SimpleCommand, before: State): Outcome {
  step(frame);
  const { assignments, words } = command;
  const args = words.flatMap((word) => frame.walk.words(frame, word, before));
  const given = assignments.map((assignment) => ({ assignment, value: assigned(frame, assignment, before) }));
  const redirected = frame.walk.redirect(frame, command.redirections, before);
  if (args.length === 0) return assignOnly(frame, command, given, redirected, before);

  const handed = union(...given.map(({ value }) => value.secrets));
  for (const { assignment, value } of given) {
    if (isHarmless(assignment.name, value) || (assignment.name === 'IFS' && isRead(args))) continue;
    addOpaque(frame, assignment, before, 'variable', {
      secrets: value.secrets,
      values: [value],
      option: assignment.name,
    });
  }
  const secrets = union(before.stdin.secrets, redirected.secrets, handed, ...args.map((arg) => arg.secrets));
  const stdin = redirected.stdin ?? before.stdin;
  const state: State = {
    ...before,
    exported: union(before.exported, handed),
    stdin: { ...stdin, secrets: union(stdin.secrets, redirected.secrets, before.stdin.secrets) },
  };
  const found = frame.walk.run(frame, args, state, command);
  note(frame, command, args, found, redirected, secrets, before);
  const leave = (after: State): State => ({
    ...after,
    stdin: before.stdin,
    exported: ownExports(after, handed, before),
  });
  const after = leave(found.state ?? before);
  const output = { ...(found.output ?? NO_STREAM), secrets: union(secrets, found.output?.secrets ?? []) };
  return {
    state: found.ends === true ? null : after,
    failed: found.ends === true ? null : found.failed === undefined ? after : leave(found.failed),
    output: redirected.toFile ? NO_STREAM : output,
  };
}

/** What was only handed to this one program is not in the environment of the next. */
function ownExports(after: State, handed: readonly string[], before: State): readonly string[] {
  return handed.length === 0
    ? after.exported
    : union(
        before.exported,
        after.exported.filter((one) => !handed.includes(one)),
      );
}

function isRead(args: readonly Arg[]): boolean {
  return textOf(args[0]) === 'read';
}

function assigned(frame: Frame, { value, elements, subscript, name, word }: Assignment, state: State): Arg {
  const parts = [...value, ...(subscript ?? [])];
  const arg = frame.walk.value(frame, parts, state);
  const more = (elements ?? []).flatMap((element) => frame.walk.words(frame, element, state));
  const secrets = union(arg.secrets, ...more.map((one) => one.secrets));
  if (secrets.length > 0) frame.secretsOf.set(name, union(frame.secretsOf.get(name) ?? [], secrets));
  for (const { pattern } of [arg, ...more]) if (pattern.includes('/')) frame.found.values.add(pattern);
  const [first] = value;
  const home = first?.kind === 'literal' && /^~(?:\/|$)/.test(first.value);
  if (home) return { ...arg, pattern: (frame.found.place.home ?? HOME) + arg.pattern.slice(1), secrets };
  return word.parts.length === 0 ? arg : { ...arg, secrets };
}

/** Variables of the shell itself, and redirections without a program. */
function assignOnly(
  frame: Frame,
  command: SimpleCommand,
  given: readonly { assignment: Assignment; value: Arg }[],
  redirected: Redirected,
  before: State,
): Outcome {
  let { variables } = before;
  for (const { assignment, value } of given) {
    const { name, append, elements, subscript } = assignment;
    if (isDangerous(name))
      addOpaque(frame, assignment, before, 'variable', { secrets: value.secrets, values: [value], option: name });
    if (!append && elements === null && subscript === null) variables = withVariable(variables, name, value);
  }
  if (redirected.effects.length > 0) note(frame, command, [], null, redirected, redirected.secrets, before);
  const after = { ...before, variables };
  return { state: after, failed: after, output: NO_STREAM };
}

function note(
  frame: Frame,
  command: SimpleCommand,
  args: readonly Arg[],
  found: Finding | null,
  redirected: Redirected,
  secrets: readonly string[],
  state: State,
): void {
  if (redirected.toFile) for (const name of secrets) frame.found.redirectedSecrets.add(name);
  if ((found === null || found.silent === true) && redirected.effects.length === 0) return;
  const program = found?.program ?? null;
  // A comparison shows nothing of what it compares.
  const shown = program !== 'test' && program !== '[' && args.some((arg) => arg.sensitive);
  const sensitive: Effect[] = shown ? ['sensitive'] : [];
  const effects = union<Effect>(found?.effects ?? [], redirected.effects, sensitive, state.around);
  addPart(frame.found, {
    text: frame.source.slice(command.start, Math.min(command.end, command.start + LONGEST_TEXT)),
    program,
    effects: effects.length === 0 ? ['read'] : effects,
    paths: union(found?.paths ?? [], redirected.paths),
    ...(found?.mentions && { mentions: found.mentions }),
    secrets: union(secrets, state.exported, found?.secrets ?? []),
    why: worstReason(found, redirected, sensitive.length > 0, program ?? ''),
  });
}

function worstReason(found: Finding | null, redirected: Redirected, sensitive: boolean, program: string): Words {
  if (found?.effects.some((effect) => effect !== 'read')) return found.why;
  if (sensitive) return why('environment', { program });
  return redirected.why ?? found?.why ?? why('reads', { program });
}
