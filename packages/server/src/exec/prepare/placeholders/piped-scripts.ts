/** Scripts that a shell gets on its input, through a pipe or over ssh. A secret in them would become code again. */
import {
  type Command,
  type List,
  type Pipeline,
  readScript,
  type SimpleCommand,
  type Span,
  TooMuchToRead,
  visitCommand,
} from '@synapse/shell';
import { programIndex } from './evaluating-builtins.ts';
import { saidWord } from './said-words.ts';
import { isTextTool, readsScript } from './script-arguments.ts';
import { findSsh } from './ssh-call.ts';

/** Where a pipeline prints a secret for a shell after it to run, or null. */
export function printedCode({ commands }: Pipeline): Span | null {
  if (commands.length === 1) return null;
  let printed: Span | null = null;
  for (const command of commands) {
    if (printed !== null && readsScriptFromPipe(command)) return printed;
    // A program that reads it to act on it, such as `docker login`, prints something else.
    printed = printedSecret(command) ?? (passesOn(command) ? printed : null);
  }
  return null;
}

/** Whether the input of a simple command would be run as a script, here or on the remote host. */
export function runsItsInput(said: readonly string[]): boolean {
  const ssh = findSsh(said);
  if (ssh === null) return readsScript(said);
  const far = said.slice(ssh.from).join(' ');
  return !ssh.runsNothing && (far === '' || readsScriptThere(far));
}

/** Any command in it that would read the pipe; not one that has an input of its own. */
function readsScriptFromPipe(command: Command): boolean {
  if (command.redirections.some(({ operator, descriptor }) => operator.startsWith('<') && /^0?$/.test(descriptor))) {
    return false;
  }
  if (command.kind === 'simple') return runsItsInput(command.words.map(saidWord));
  return bodies(command).some((list) => list.items.some(({ pipeline }) => runsPiped(pipeline)));
}

/** The first one reads it, or hands it on to one that does. */
function runsPiped({ commands }: Pipeline): boolean {
  const reader = commands.findIndex(readsScriptFromPipe);
  return reader >= 0 && commands.slice(0, reader).every(passesOn);
}

function readsScriptThere(script: string): boolean {
  try {
    return readScript(script).list.items.some(({ pipeline }) => runsPiped(pipeline));
  } catch (error) {
    if (error instanceof TooMuchToRead) return true;
    throw error;
  }
}

function bodies(command: Command): readonly List[] {
  switch (command.kind) {
    case 'subshell':
    case 'group':
    case 'for':
    case 'select':
      return [command.body];
    case 'case':
      return command.clauses.map(({ body }) => body);
    case 'while':
    case 'until':
      return [command.test, command.body];
    case 'if':
      return command.branches.flatMap(({ test, body }) => [test, body]).concat(command.otherwise ?? []);
    default:
      return [];
  }
}

function printedSecret(command: Command): Span | null {
  let printed: Span | null = null;
  visitCommand(command, {
    simple: (simple) => {
      if (isText(simple)) printed ??= secretOf(simple);
    },
  });
  return printed;
}

/** Text in, text out. Output that goes to a file instead is not piped. */
function isText({ words, redirections }: SimpleCommand): boolean {
  const said = words.map(saidWord);
  const elsewhere = redirections.some(
    ({ operator, descriptor }) => /^>[>|]?$/.test(operator) && /^1?$/.test(descriptor),
  );
  return !elsewhere && isTextTool(said[programIndex(said)] ?? '');
}

/** In its words, in a variable that it is given, or in its input. */
function secretOf({ assignments, words, redirections }: SimpleCommand): Span | null {
  const fed = redirections.flatMap(({ target, heredoc }) => target ?? heredoc?.body ?? []);
  return [...words, ...assignments.map(({ word }) => word), ...fed].find(({ holes }) => holes > 0) ?? null;
}

function passesOn(command: Command): boolean {
  return command.kind !== 'simple' || isText(command);
}
