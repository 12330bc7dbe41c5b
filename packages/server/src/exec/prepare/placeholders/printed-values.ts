/**
 * Places where a shell's own command reads a value as more than text: the words of `echo`, whose backslashes some shells
 * interpret (dash) and others do not (bash), and the format of `printf`. The value is escaped there, so that what is
 * printed is the value. `echo -e` and `printf %b` ask for the interpretation, and get it.
 */
import { type List, type SimpleCommand, visitList, type Word } from '@synapse/shell';
import type { Escape } from '../../../redaction/index.ts';
import { programIndex } from './evaluating-builtins.ts';
import { saidWord } from './said-words.ts';

/** Gives each variable for `echo` the value itself where the shell's `echo` prints backslashes as they are. */
export function plainEcho(variables: readonly { readonly escaped: string; readonly plain: string }[]): string {
  if (variables.length === 0) return '';
  const assignments = variables.map((one) => `${one.escaped}=$${one.plain}`).join(' ');
  return `case $(echo '\\\\') in '\\\\') ${assignments};; esac; `;
}

export function escapeOf({ words }: SimpleCommand, word: Word): Escape | null {
  const said = words.map(saidWord);
  // What `exec` starts is a program in a file.
  if (said.includes('exec')) return null;
  const at = programIndex(said);
  const args = said.slice(at + 1);
  const place = words.indexOf(word) - at - 1;
  if (place < 0) return null;
  if (said[at] === 'printf') return place === formatIndex(args) ? 'format' : null;
  if (said[at] !== 'echo') return null;
  const text = args.findIndex((arg) => !/^-[neE]+$/.test(arg));
  return args.slice(0, text).some((option) => option.includes('e')) ? null : 'echo';
}

function formatIndex(args: readonly string[]): number {
  const behind = args[0] === '-v' ? 2 : args[0]?.startsWith('-v') ? 1 : 0;
  return args[behind] === '--' ? behind + 1 : behind;
}

/** Whether the script has its own `echo` or `printf`, of which nothing is known. */
export function definesPrinter(list: List): boolean {
  let defines = false;
  visitList(list, {
    command: (command) => {
      if (command.kind === 'function' && ['echo', 'printf'].includes(saidWord(command.name))) defines = true;
    },
  });
  return defines;
}
