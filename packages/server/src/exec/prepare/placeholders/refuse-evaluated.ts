/**
 * Commands that evaluate what they are given. A value there would become code again, however well it was quoted: bash
 * accepts `a[$(command)]` as a number or the name of a variable, and every shell runs what follows `eval` as a script.
 */
import type { Assignment, Command, Pipeline, SimpleCommand, Span } from '@synapse/shell';
import { type Context, refuseIn } from './context.ts';
import { evaluatedWord, isExpandedVariable } from './evaluating-builtins.ts';
import { printedCode, runsItsInput } from './piped-scripts.ts';
import type { Reason } from './placeholder.ts';
import { SECRET, saidWord } from './said-words.ts';
import { codeWord } from './script-arguments.ts';
import { findSsh } from './ssh-call.ts';

const ARITHMETIC_TESTS = new Set(['-eq', '-ne', '-lt', '-le', '-gt', '-ge', '-v', '-R']);

/** Where a secret would be evaluated, and as what. */
type Evaluated = readonly [where: Span, reason: Reason];

export function refuseEvaluated(command: Command, { text, secrets }: Context): void {
  const found = evaluated(command);
  if (found === null) return;
  const [{ start, end }, reason] = found;
  refuseIn(text.slice(start, end), secrets, reason);
}

/** A shell after a pipe runs what is printed before it. */
export function refusePiped(pipeline: Pipeline, { text, secrets }: Context): void {
  const printed = printedCode(pipeline);
  if (printed !== null) refuseIn(text.slice(printed.start, printed.end), secrets, 'code');
}

function evaluated(command: Command): Evaluated | null {
  if (command.kind === 'simple') return inSimple(command);
  if (command.kind !== 'double-brackets' || command.words.every(({ holes }) => holes === 0)) return null;
  return command.words.some((word) => ARITHMETIC_TESTS.has(saidWord(word))) ? [command, 'arithmetic'] : null;
}

function inSimple({ assignments, words, redirections }: SimpleCommand): Evaluated | null {
  for (const assignment of assignments) {
    const reason = whyAssigned(assignment);
    if (reason !== null) return [assignment.elements === null ? assignment : joined(assignment), reason];
  }
  const fed = redirections
    .flatMap(({ target, heredoc }) => target ?? heredoc?.body ?? [])
    .find(({ holes }) => holes > 0);
  if (fed === undefined && words.every(({ holes }) => holes === 0)) return null;
  const said = words.map(saidWord);
  if (fed !== undefined && runsItsInput(said)) return [fed, findSsh(said) === null ? 'code' : 'remote'];
  const arithmetic = evaluatedWord(said);
  if (arithmetic !== null) return [words[arithmetic]!, 'arithmetic'];
  const code = codeWord(said);
  if (code !== null) return [words[code]!, 'code'];
  const ssh = findSsh(said);
  if (ssh === null) return null;
  if (ssh.localCode !== null) return [words[ssh.localCode]!, 'code'];
  const far = words.slice(ssh.from).find(({ holes }) => holes > 0);
  return far === undefined ? null : [far, 'remote'];
}

function whyAssigned({ name, subscript, value, elements }: Assignment): Reason | null {
  if (subscript !== null && saidWord({ parts: subscript }).includes(SECRET)) return 'arithmetic';
  if (elements?.some((element) => /^\[[^\u0001]*\u0001.*\]\+?=/s.test(saidWord(element)))) return 'arithmetic';
  return isExpandedVariable(name) && saidWord({ parts: value }).includes(SECRET) ? 'code' : null;
}

function joined({ start, elements }: Assignment): Span {
  return { start, end: elements!.at(-1)!.end };
}
