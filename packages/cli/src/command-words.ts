/** Where the words of a machine's command begin: in `synapse exec local ls -la` the -la belongs to ls. */
import type { CommandSpec, OptionSpec } from './command-spec.ts';

/** Options that may come before or after every command and take a value. */
const SHARED = ['--url', '--data-dir', '--lang'];
const REST = ['<command...>', '[command...]'];
/** Names the machines itself: then no word in front of the command does. */
const ON = /^--on(=|$)/;

/** The words with `--` before the machine's command, if there is one and `--` is not there yet. */
export function separateCommand(words: readonly string[], specs: readonly CommandSpec[]): string[] {
  const spec = specs.find(({ path, args }) => REST.includes(args?.at(-1) ?? '') && isCalled(words, path));
  if (spec === undefined) return [...words];
  const takesValue = new Set([...SHARED, ...(spec.options ?? []).flatMap(flagsWithValue)]);
  let left = spec.path.split(' ').length + spec.args!.length - 1;
  const hasOn = spec.options?.some(({ flags }) => flags.startsWith('--on ')) ?? false;
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at]!;
    if (word === '--') break;
    if (hasOn && ON.test(word)) left -= 1;
    if (takesValue.has(word)) at += 1;
    else if (!word.startsWith('-') && left-- === 0) return [...words.slice(0, at), '--', ...words.slice(at)];
  }
  return [...words];
}

function isCalled(words: readonly string[], path: string): boolean {
  const named = words.filter((word, at) => !word.startsWith('-') && !SHARED.includes(words[at - 1] ?? ''));
  return path.split(' ').every((word, at) => named[at] === word);
}

/** `-c, --container <name>`: both spellings. */
function flagsWithValue({ flags }: OptionSpec): string[] {
  return flags.includes('<') ? flags.split(/[ ,]+/).filter((word) => word.startsWith('-')) : [];
}
