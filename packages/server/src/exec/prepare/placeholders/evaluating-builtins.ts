/** Builtins that evaluate an argument as a number or as the name of a variable. It may then hold `a[$(command)]`. */
import { SECRET } from './said-words.ts';

/** They declare a variable. With `-i` they evaluate its value, with `-n` they take it for a name. */
const DECLARERS = new Set(['declare', 'typeset', 'local', 'readonly', 'export']);
/** These refuse a name in brackets unless it is written plainly. */
const STRICT_DECLARERS = new Set(['readonly', 'export']);
/** Their options that are followed by something other than the name of a variable. */
const VALUED: Readonly<Record<string, string>> = {
  read: 'dinNptu',
  mapfile: 'dnOsucC',
  readarray: 'dnOsucC',
  unset: '',
};
/** What the shell expands whenever it shows a prompt or traces a command. */
const EXPANDED = new Set(['PS1', 'PS2', 'PS4', 'PROMPT_COMMAND']);

export function isExpandedVariable(name: string): boolean {
  return EXPANDED.has(name);
}

/** Where the program stands after `command` and `builtin`, which run the builtin just the same. */
export function programIndex(said: readonly string[]): number {
  let index = 0;
  while (said[index] === 'command' || said[index] === 'builtin' || said[index] === 'exec') {
    index += 1;
    while (said[index]?.startsWith('-')) index += 1;
  }
  return index;
}

/** The first word whose secret would be evaluated, or null. */
export function evaluatedWord(said: readonly string[]): number | null {
  const at = programIndex(said);
  const program = said[at] ?? '';
  const args = said.slice(at + 1);
  const index = args.findIndex((word, place) => word.includes(SECRET) && evaluates(program, args, place));
  return index < 0 ? null : at + 1 + index;
}

function evaluates(program: string, args: readonly string[], place: number): boolean {
  const word = args[place]!;
  if (program === 'let') return true;
  if (program === '[' || program === 'test') return args.includes('-v') || args.includes('-R');
  if (program === 'printf') return place === 0 ? word.startsWith('-v') : place === 1 && args[0] === '-v';
  if (program === 'wait') return args[place - 1] === '-p';
  if (program === 'getopts') return place === 1;
  if (DECLARERS.has(program)) return declares(program, args, word);
  const valued = VALUED[program];
  return valued !== undefined && !isValue(args, place, valued);
}

function declares(program: string, args: readonly string[], word: string): boolean {
  const strict = STRICT_DECLARERS.has(program);
  if (args.some((flag) => (strict ? /^-[A-Za-z]*i/ : /^-[A-Za-z]*[in]/).test(flag))) return true;
  const [name = ''] = word.split('=', 1);
  return name.includes(SECRET) && (!strict || name.includes('['));
}

/** The value of an option, in the next word or in the same one. */
function isValue(args: readonly string[], place: number, valued: string): boolean {
  const takes = (word: string) =>
    word.startsWith('-') ? [...word.slice(1)].findIndex((letter) => valued.includes(letter)) : -1;
  const before = args[place - 1] ?? '';
  return takes(args[place]!) >= 0 || (takes(before) >= 0 && takes(before) === before.length - 2);
}
