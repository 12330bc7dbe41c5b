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

const NONE: ReadonlyMap<Word, Escape> = new Map();

/** The words of a command that are read so. Found at once for all of them: a command may have thousands. */
export function escapesIn({ words }: SimpleCommand): ReadonlyMap<Word, Escape> {
  if (words.every(({ holes }) => holes === 0)) return NONE;
  const said = words.map(saidWord);
  // What `exec` starts is a program in a file.
  if (said.includes('exec')) return NONE;
  const at = programIndex(said);
  const args = said.slice(at + 1);
  if (said[at] === 'printf') {
    const format = words[at + 1 + formatIndex(args)];
    return format === undefined ? NONE : new Map([[format, 'format']]);
  }
  if (said[at] !== 'echo') return NONE;
  const text = args.findIndex((arg) => !/^-[neE]+$/.test(arg));
  if (args.slice(0, text).some((option) => option.includes('e'))) return NONE;
  return new Map(words.slice(at + 1).map((word) => [word, 'echo']));
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
