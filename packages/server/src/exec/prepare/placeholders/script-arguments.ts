/** Commands whose arguments or input are a script. A secret in them would become code again. */
import { programIndex } from './evaluating-builtins.ts';
import { SECRET } from './said-words.ts';

const EVALUATE = new Set(['eval', 'trap', 'alias', 'compgen']);
const SHELL = /^(?:.*\/)?(?:ba|da|a|k|mk|z|fi|r?ba)?sh$/s;
const SU = /^(?:.*\/)?(?:su|runuser)$/s;
/** Programs that run no other program: they print their words, or what they read. */
const TEXT_TOOLS = new Set(
  (
    'echo printf cat tac tee sed awk gawk mawk envsubst grep egrep fgrep rg tr cut head tail sort uniq nl fold fmt ' +
    'column paste join rev jq yq base64 base32 xxd od iconv gzip gunzip zcat'
  ).split(' '),
);
/** Options of shells that are followed by their value. */
const VALUED = new Set(['-o', '+o', '-O', '+O', '--rcfile', '--init-file']);

/** The first word whose secret a shell would run, or null. */
export function codeWord(said: readonly string[]): number | null {
  const at = programIndex(said);
  const program = said[at] ?? '';
  if (isTextTool(program)) return null;
  if (EVALUATE.has(program)) return secretIn(said, at + 1, said.length);
  if (program === 'mapfile' || program === 'readarray') return secretBehind(said, /^-[a-zA-Z]*C$/);
  const shell = findShell(said, at);
  if (shell !== null) return shell.script === null ? null : secretIn(said, shell.at, shell.script + 1);
  return said.some((word) => SU.test(word)) ? secretBehind(said, /^(?:-[a-z]*c|--(?:session-)?command)$/) : null;
}

export function isTextTool(program: string): boolean {
  return TEXT_TOOLS.has(program);
}

/** Whether a command is a shell that takes its script from its input. */
export function readsScript(said: readonly string[]): boolean {
  const at = programIndex(said);
  const shell = isTextTool(said[at] ?? '') ? null : findShell(said, at);
  return shell !== null && shell.script === null && (shell.operand >= said.length || shell.options.includes('-s'));
}

interface ShellCall {
  readonly at: number;
  readonly options: readonly string[];
  /** The first word that is no option. */
  readonly operand: number;
  /** The word that holds the script of `-c`. */
  readonly script: number | null;
}

/** The shell that a command is, or that stands after a program that runs another. */
function findShell(said: readonly string[], from: number): ShellCall | null {
  const at = said.findIndex((word, index) => index >= from && SHELL.test(word));
  if (at < 0) return null;
  let operand = at + 1;
  while (/^[-+]./s.test(said[operand] ?? '')) {
    const option = said[operand]!;
    operand += VALUED.has(option) ? 2 : 1;
    if (option === '--') break;
  }
  const options = said.slice(at + 1, operand);
  return { at, options, operand, script: options.some((word) => /^-[A-Za-z]*c/.test(word)) ? operand : null };
}

function secretIn(said: readonly string[], from: number, to: number): number | null {
  const index = said.slice(0, to).findIndex((word, place) => place >= from && word.includes(SECRET));
  return index < 0 ? null : index;
}

/** In the word after an option, or joined to it. */
function secretBehind(said: readonly string[], option: RegExp): number | null {
  const index = said.findIndex(
    (word, place) =>
      word.includes(SECRET) && (option.test(said[place - 1] ?? '') || option.test(word.split(/[=\u0001]/, 1)[0]!)),
  );
  return index < 0 ? null : index;
}
