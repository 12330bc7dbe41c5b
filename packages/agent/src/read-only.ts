/**
 * Whether a command only looks: plain programs that print, with plain arguments, joined by pipes at most. What this
 * cannot see through (variables, substitutions, redirections, several commands) it does not let pass.
 */

/** Programs that only print, whatever their arguments. */
const PRINTERS = new Set(
  'basename cat cut df dirname du echo egrep fgrep free grep head id ls nl ps pwd readlink realpath stat tail tr true uname uptime wc whoami'.split(
    ' ',
  ),
);

/** Programs that only print with these first arguments. */
const SUBCOMMANDS: Readonly<Record<string, ReadonlySet<string>>> = {
  git: new Set('blame describe diff log ls-files ls-tree rev-parse shortlog show status'.split(' ')),
  docker: new Set('images info inspect logs ps top version'.split(' ')),
  podman: new Set('images info inspect logs ps top version'.split(' ')),
};

/** Arguments that make even these write or run something. Git takes any clear beginning of an option. */
const WRITES: Readonly<Record<string, RegExp>> = {
  git: /^--(?:ou|ext|te)/,
  find: /^-(?:exec|ok|delete|fprint|fls)/,
};

const PLAIN = /^[A-Za-z0-9_./:=@%+,~^-]$/;
const GLOB = /^[*?]$/;

export function isReadOnly(script: string): boolean {
  const commands = readPipeline(script);
  return commands?.every(onlyPrints) ?? false;
}

function onlyPrints([program, ...args]: readonly string[]): boolean {
  if (program === undefined) return false;
  if (args.some((argument) => WRITES[program]?.test(argument))) return false;
  if (PRINTERS.has(program) || program === 'find') return true;
  return SUBCOMMANDS[program]?.has(args[0] ?? '') ?? false;
}

/** The words of each command of a pipeline; null for anything that is more than that. */
function readPipeline(script: string): string[][] | null {
  const commands: string[][] = [[]];
  let word: string | null = null;
  const endWord = (): void => {
    if (word !== null) commands.at(-1)!.push(word);
    word = null;
  };
  const text = script.trim();
  for (let at = 0; at < text.length; at++) {
    const sign = text[at]!;
    if (sign === ' ' || sign === '\t') endWord();
    else if (sign === '|') {
      endWord();
      if (commands.at(-1)!.length === 0) return null;
      commands.push([]);
    } else if (sign === "'" || sign === '"') {
      const end = text.indexOf(sign, at + 1);
      const quoted = text.slice(at + 1, end);
      if (end < 0 || (sign === '"' && /[$`\\]/.test(quoted))) return null;
      word = (word ?? '') + quoted;
      at = end;
    } else if (PLAIN.test(sign)) word = (word ?? '') + sign;
    // A file's name must not come to be read as an option.
    else if (GLOB.test(sign) && word !== null && !(word as string).startsWith('-')) word += sign;
    else return null;
  }
  endWord();
  return commands.every((command) => command.length > 0) ? commands : null;
}
