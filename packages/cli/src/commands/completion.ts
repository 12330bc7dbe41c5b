/** `synapse completion <shell>`: a script made from the catalogue. */
import type { Wording } from '@synapse/contract/language';
import type { Call } from '../call.ts';
import { usageError } from '../cli-error.ts';
import type { CommandSpec } from '../command-spec.ts';
import { type Named, namedByArgument, namedByOption } from '../named.ts';
import { tell, worded } from '../words/tell.ts';

const GLOBAL = ['--json', '--url', '--data-dir', '--lang', '--no-color', '--help'];
const SHELLS = { bash, zsh, fish } as const;

type Words = Map<string, { word: string; about: string }[]>;

export async function completion(
  { args, options, terminal, api }: Call,
  commands: readonly CommandSpec[],
  groups: Readonly<Record<string, Wording>>,
): Promise<void> {
  if (options.names !== undefined) {
    const names = await (await import('./names.ts')).namesOf(api, options.names as Named);
    terminal.answer({ names }, () => names.join('\n'));
    return;
  }
  const shell = args[0] as keyof typeof SHELLS;
  if (!Object.hasOwn(SHELLS, shell))
    throw usageError(tell('completion_shells', { shell: shell ?? '', shells: Object.keys(SHELLS).join(', ') }));
  const script = SHELLS[shell](nextWords(commands, groups), namedWords(commands));
  terminal.answer({ shell, script }, () => script);
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

interface NamedWords {
  /** By command: what its words name. */
  readonly args: ReadonlyMap<string, Named>;
  /** By flag: what its value names. */
  readonly flags: ReadonlyMap<string, Named>;
}

function namedWords(commands: readonly CommandSpec[]): NamedWords {
  const args = new Map<string, Named>();
  const flags = new Map<string, Named>();
  for (const spec of commands) {
    const named = namedByArgument(spec);
    if (named !== null) args.set(spec.path, named);
    for (const { flags: written } of spec.options ?? []) {
      const flag = /--[\w-]+/.exec(written)![0];
      const value = written.includes('<') ? namedByOption(flag) : null;
      if (value !== null) flags.set(flag, value);
    }
  }
  return { args, flags };
}

/** As cases of the shell: which names belong there. */
const asCases = (named: ReadonlyMap<string, Named>): string =>
  [...named].map(([word, what]) => `    '${word}') named=${what} ;;`).join('\n');

function bash(next: Words, { args, flags }: NamedWords): string {
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
  local named=''
  case "\${COMP_WORDS[COMP_CWORD-1]}" in
${asCases(flags)}
  esac
  if [ -n "$named" ]; then words=''; else
    case "$path" in
${asCases(args)}
    esac
    [ -n "$named" ] || case "\${path%% *}" in
${asCases(args)}
    esac
  fi
  case "$current" in -*) ;; *)
    if [ -n "$named" ]; then
      local names="$("\${COMP_WORDS[0]}" completion --names "$named" 2>/dev/null)"
      words="\${names:-$words}"
    fi ;;
  esac
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

function zsh(next: Words, { args, flags }: NamedWords): string {
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
  local named=''
  case "\${words[CURRENT-1]}" in
${asCases(flags)}
  esac
  [ -n "$named" ] || case "$key" in
${asCases(args)}
  esac
  [ -n "$named" ] || case "$before[1]" in
${asCases(args)}
  esac
  [ -z "$named" ] || compadd -- \${(f)"$("\${words[1]}" completion --names "$named" 2>/dev/null)"}
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

function fish(next: Words, { args, flags }: NamedWords): string {
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
  const names = (what: Named): string => `"(synapse completion --names ${what} 2>/dev/null)"`;
  const named = [...args].map(([path, what]) => {
    const seen = path.split(' ').map((word) => `__fish_seen_subcommand_from ${word}`);
    return `complete -c synapse -n '${seen.join('; and ')}' -a ${names(what)}`;
  });
  const values = [...flags].map(([flag, what]) => `complete -c synapse -l ${flag.slice(2)} -r -a ${names(what)}`);
  return `${[...lines, ...named, ...values].join('\n')}\n`;
}
