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
  const evaluates = evaluatorOf(program, args);
  const index = args.findIndex((word, place) => word.includes(SECRET) && evaluates(word, place));
  return index < 0 ? null : at + 1 + index;
}

/** Whether the secret in a word is evaluated. What depends on all words is found once for all of them. */
function evaluatorOf(program: string, args: readonly string[]): (word: string, place: number) => boolean {
  if (program === 'let') return () => true;
  if (program === '[' || program === 'test') {
    const byName = args.includes('-v') || args.includes('-R');
    return () => byName;
  }
  if (program === 'printf')
    return (word, place) => (place === 0 ? word.startsWith('-v') : place === 1 && args[0] === '-v');
  if (program === 'wait') return (_word, place) => args[place - 1] === '-p';
  if (program === 'getopts') return (_word, place) => place === 1;
  if (DECLARERS.has(program)) return declarer(STRICT_DECLARERS.has(program), args);
  const valued = VALUED[program];
  return (_word, place) => valued !== undefined && !isValue(args, place, valued);
}

function declarer(strict: boolean, args: readonly string[]): (word: string) => boolean {
  const evaluating = strict ? /^-[A-Za-z]*i/ : /^-[A-Za-z]*[in]/;
  if (args.some((flag) => evaluating.test(flag))) return () => true;
  return (word) => {
    const [name = ''] = word.split('=', 1);
    return name.includes(SECRET) && (!strict || name.includes('['));
  };
}

/** The value of an option, in the next word or in the same one. */
function isValue(args: readonly string[], place: number, valued: string): boolean {
  const takes = (word: string) =>
    word.startsWith('-') ? [...word.slice(1)].findIndex((letter) => valued.includes(letter)) : -1;
  const before = args[place - 1] ?? '';
  return takes(args[place]!) >= 0 || (takes(before) >= 0 && takes(before) === before.length - 2);
}
