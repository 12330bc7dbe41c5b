/** Random commands, grown from those that people wrote: other quotes, wrappers, nesting, options, arguments. */
import { readFileSync } from 'node:fs';
import type { Program } from '../../packages/judge/src/program.ts';
import { FAMILIES } from '../../packages/judge/src/programs/index.ts';
import { HOSTILE } from '../policy/hostile-commands.ts';

const seeds = ['everyday-and-hidden.jsonl', 'more.jsonl']
  .flatMap((name) =>
    readFileSync(new URL(`../../packages/judge/cases/${name}`, import.meta.url), 'utf8')
      .trim()
      .split('\n'),
  )
  .map((line) => (JSON.parse(line) as { command: string }).command)
  .concat(
    HOSTILE.map((command) =>
      command.replaceAll('@W', '/judged').replaceAll('@N', 'x').replaceAll('@P', '9').replaceAll('@V', '1'),
    ),
  );

/** Numbers that follow from a seed. */
export function numbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const VALUES = [
  '1',
  '2',
  '10',
  'a',
  'b.txt',
  'x',
  '/judged/a.txt',
  'new',
  './new',
  '-',
  'out=x',
  ',',
  ':',
  '%s',
  '+%s',
  'auto',
  'always',
  '"a b"',
  "'*'",
  '*.txt',
  './*',
  '"$x"',
  '$x',
  '{}',
  '1,2',
  '1-2',
  '-1',
  '+1',
  'utf8',
  'never',
  'new/x',
  '/tmp/new',
  '=new',
  'e',
  'w new',
];
const OPERANDS = [
  'a.txt',
  'b.txt',
  'dir',
  'new',
  './new',
  '/judged',
  '*.txt',
  './*',
  '*',
  '-',
  'a.txt b.txt',
  'data.json',
  'x.tar',
  'a.gz',
  '/tmp/new',
  'dir/*',
  '"a.txt"',
  "'a.txt'",
  '1',
  '+%s',
  'root',
  '--',
  '-- new',
  '-- -x',
  '.',
  '/etc/hostname',
  '/proc/self/status',
  'HEAD',
  'file',
  '/dev/null',
  'localhost',
  'nginx',
  '"$x"',
  '$y',
  '',
];
const WRAPPERS = [
  'timeout 5 ',
  'env ',
  'env LANG=C ',
  'nice ',
  'nice -n 5 ',
  'nohup ',
  'setsid ',
  'stdbuf -oL ',
  'command ',
  'time ',
  'busybox ',
  'LC_ALL=C ',
  'exec ',
  'ionice -c3 ',
];
const AROUND: readonly ((text: string, other: string) => string)[] = [
  (text) => `(${text})`,
  (text) => `{ ${text}; }`,
  (text) => `echo "$(${text})"`,
  (text) => `x=$(${text}); echo "$x"`,
  (text) => `echo \`${text.replaceAll('\\', '\\\\').replaceAll('`', '\\`')}\``,
  (text) => `if ${text}; then echo a; else echo b; fi`,
  (text) => `for i in a.txt b.txt; do ${text}; done`,
  (text) => `while ${text}; do break; done`,
  (text) => `case a in a) ${text};; esac`,
  (text) => `f() { ${text}; }; f new`,
  (text) => `sh -c '${text.replaceAll("'", "'\\''")}'`,
  (text) => `bash -c "${text.replaceAll(/(["$`\\])/g, '\\$1')}"`,
  (text) => `eval '${text.replaceAll("'", "'\\''")}'`,
  (text) => `sh <<'E'\n${text}\nE`,
  (text) => `cat <<E\n$(${text})\nE`,
  (text) => `${text} 2>/dev/null`,
  (text) => `${text} >/dev/null 2>&1`,
  (text) => `cd dir && ${text}`,
  (text) => `cd /tmp; ${text}`,
  (text) => `! ${text}`,
  (text) => `trap '${text.replaceAll("'", "'\\''")}' EXIT`,
  (text) => `find . -name a.txt -exec ${text} \\;`,
  (text) => `echo a.txt | xargs ${text}`,
  (text) => `ls | xargs -n 1 ${text}`,
  (text, other) => `${text} | ${other}`,
  (text, other) => `${text}; ${other}`,
  (text, other) => `${text} && ${other}`,
  (text, other) => `${text} || ${other}`,
  (text, other) => `${other}\n${text}`,
  (text, other) => `${text} "$(${other})"`,
  (text) => `x=new; ${text} $x`,
  (text) => `set -- new; ${text} "$@"`,
];

/** What would not end, or only wait. */
const ENDLESS =
  /\b(?:yes|sleep|watch|top|vmstat|iostat|mpstat|pidstat|sar|ping|nc|ncat|journalctl|dmesg|systemctl|docker|podman|kubectl|while true|until)\b|\/dev\/(?:zero|u?random|full)|tail [^|;]*-[a-z]*[fFs]|--follow|--retry|free [^|;]*-[a-z]*[sc]/;

export function isEndless(command: string): boolean {
  return ENDLESS.test(command);
}

export function randomCommand(random: () => number): string {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
  const base = (): string => (random() < 0.55 ? call() : mutated(pick(seeds)));
  const call = (): string => {
    const [name, program] = pick(Object.values(FAMILIES).flatMap((family) => Object.entries(family)));
    return invocation(name, program);
  };
  const invocation = (name: string, program: Program): string => {
    const words = [name];
    const options = Math.floor(random() * 4);
    for (let at = 0; at < options; at += 1) words.push(option(program));
    if (program.sub !== undefined && random() < 0.95) {
      const sub = pick(Object.keys(program.sub));
      return `${words.join(' ')} ${invocation(sub, program.sub[sub]!)}`;
    }
    for (let count = Math.floor(random() * 4); count > 0; count -= 1) words.push(pick(OPERANDS));
    return words.join(' ');
  };
  const option = (program: Program): string => {
    const letters = (program.short ?? '').split(' ').filter((group) => group !== '');
    const names = (program.long ?? '').split(/\s+/).filter((group) => group !== '');
    if (letters.length === 0 && names.length === 0) return random() < 0.2 ? `-${pick([...'abcdefiloprtvwxz'])}` : '';
    if (letters.length > 0 && (names.length === 0 || random() < 0.6)) {
      const group = pick(letters);
      const valued = group.length > 1 && /[=?<:>~-]$/.test(group);
      const letter = pick([...(valued ? group.slice(0, -1) : group)]);
      return valued
        ? `-${letter}${pick(['', ' '])}${pick(VALUES)}`
        : `-${letter}${random() < 0.2 ? pick([...'abcdefiloprtvwxz0']) : ''}`;
    }
    const name = pick(names);
    const plain = name.replace(/[=?<:>~-]$/, '');
    return plain === name ? `--${name}` : `--${plain}${pick(['=', ' '])}${pick(VALUES)}`;
  };
  /** Another spelling of the same words, or a word of another. */
  const mutated = (text: string): string => {
    const words = text.split(' ');
    const at = Math.floor(random() * words.length);
    const word = words[at]!;
    const plain = /^[\w./-]+$/.test(word);
    words[at] = pick([
      word,
      word,
      plain ? `"${word}"` : word,
      plain ? `'${word}'` : word,
      plain && word.length > 1 ? `${word[0]}\\${word.slice(1)}` : word,
      plain && word.length > 1 ? `${word[0]}''${word.slice(1)}` : word,
      pick(OPERANDS),
      pick(VALUES),
      `${word} ${pick(OPERANDS)}`,
      `${word} -${pick([...'abcdefgilnoprstvwxyz'])}`,
    ]);
    return words.join(' ');
  };
  let command = base();
  if (random() < 0.25) command = pick(WRAPPERS) + command;
  for (let depth = random() < 0.55 ? 1 + Math.floor(random() * 2) : 0; depth > 0; depth -= 1) {
    command = pick(AROUND)(command, random() < 0.5 ? base() : 'cat');
  }
  return command;
}
