/** `synapse completion <shell>`: a script made from the catalogue. */
import type { Wording } from '@synapse/contract/language';
import type { Call } from '../call.ts';
import { usageError } from '../cli-error.ts';
import type { CommandSpec } from '../command-spec.ts';
import { tell, worded } from '../words/tell.ts';

const GLOBAL = ['--json', '--url', '--data-dir', '--lang', '--no-color', '--help'];
const SHELLS = { bash, zsh, fish } as const;

type Words = Map<string, { word: string; about: string }[]>;

export async function completion(
  { args, terminal }: Call,
  commands: readonly CommandSpec[],
  groups: Readonly<Record<string, Wording>>,
): Promise<undefined> {
  const shell = args[0] as keyof typeof SHELLS;
  if (!Object.hasOwn(SHELLS, shell))
    throw usageError(tell('completion_shells', { shell, shells: Object.keys(SHELLS).join(', ') }));
  const script = SHELLS[shell](nextWords(commands, groups));
  terminal.answer({ shell, script }, () => script);
  return undefined;
}

/** What may come after each sequence of words: first words, second words, then options. */
function nextWords(commands: readonly CommandSpec[], groups: Readonly<Record<string, Wording>>): Words {
  const next: Words = new Map([['', []]]);
  for (const { path, about, options = [] } of commands) {
    const [first, second] = path.split(' ') as [string, string | undefined];
    const top = next.get('')!;
    if (!top.some(({ word }) => word === first)) top.push({ word: first, about: worded(groups[first] ?? about) });
    if (second !== undefined) next.set(first, [...(next.get(first) ?? []), { word: second, about: worded(about) }]);
    const flags = options.map((one) => ({ word: /--[\w-]+/.exec(one.flags)![0], about: worded(one.about) }));
    next.set(path, [...flags, ...GLOBAL.map((word) => ({ word, about: '' }))]);
  }
  return next;
}

function bash(next: Words): string {
  const cases = [...next].map(
    ([path, words]) => `    '${path}') words='${words.map(({ word }) => word).join(' ')}' ;;`,
  );
  return `# bash completion of synapse
_synapse() {
  local current="\${COMP_WORDS[COMP_CWORD]}" path='' words='' word
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$word" in -*) ;; *) [ "$(printf %s "$path" | wc -w)" -lt 2 ] && path="\${path:+$path }$word" ;; esac
  done
  _synapse_words "$path" || _synapse_words "\${path%% *}"
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
_synapse_words() {
  case "$1" in
${cases.join('\n')}
    *) return 1 ;;
  esac
}
complete -o default -F _synapse synapse
`;
}

function zsh(next: Words): string {
  const quote = (text: string): string => text.replaceAll("'", "'\\''").replaceAll(':', '\\:');
  const cases = [...next].map(
    ([path, words]) =>
      `    '${path}') choices=(${words.map(({ word, about }) => `'${word}:${quote(about)}'`).join(' ')}) ;;`,
  );
  return `#compdef synapse
_synapse() {
  local -a before choices
  before=(\${\${(@)words[2,CURRENT-1]}:#-*})
  local key="\${(j: :)before[1,2]}"
  _synapse_words "$key" || _synapse_words "$before[1]" || return 1
  _describe synapse choices
}
_synapse_words() {
  case "$1" in
${cases.join('\n')}
    *) return 1 ;;
  esac
}
compdef _synapse synapse
`;
}

function fish(next: Words): string {
  const quote = (text: string): string => text.replaceAll('\\', '\\\\').replaceAll("'", "\\'");
  const lines = [...next].flatMap(([path, words]) => {
    const [first, second] = path.split(' ');
    const seen = path === '' ? '__fish_use_subcommand' : `__fish_seen_subcommand_from ${second ?? first}`;
    const also = second === undefined ? '' : `; and __fish_seen_subcommand_from ${first}`;
    return words.map(({ word, about }) => {
      const what = word.startsWith('--') ? `-l ${word.slice(2)}` : `-f -a ${word}`;
      return `complete -c synapse -n '${seen}${also}' ${what} -d '${quote(about)}'`;
    });
  });
  return `${lines.join('\n')}\n`;
}
