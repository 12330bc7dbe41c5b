/**
 * Whether a command only looks. The judge of commands says what it would do; on top of that it has to be plain words,
 * joined by pipes at most, so that the files it may open can be looked up here before it runs.
 */
import { homedir } from 'node:os';
import { judge } from '@synapse/judge';
import { type PlainWord, readPipeline } from './plain-words.ts';
import { safeguardsFor, withoutSafeguards } from './safeguards.ts';

export interface ReadOnlyCommand {
  /** What to run in its place. */
  readonly script: string;
  /** Words that may name files. */
  readonly operands: readonly PlainWord[];
  /** A search goes through all below its operands; with none, through the working directory. */
  readonly recursive: boolean;
  readonly usesGit: boolean;
}

/** Null: it may do more than look. */
export function asReadOnly(given: string, cwd: string | null = null): ReadOnlyCommand | null {
  // A service with a policy has put them there. Here they are put there again, from this program's own text.
  const script = withoutSafeguards(given);
  const commands = readPipeline(script);
  if (commands === null || commands.length === 0) return null;
  const judgement = judge(script, { cwd, home: homedir() });
  const { parts, effects } = judgement;
  if (effects.some((effect) => effect !== 'read')) return null;
  // One part for each command: nothing in it starts another program.
  if (parts.length !== commands.length || parts.some(({ program }, at) => program !== commands[at]![0]!.text))
    return null;
  // What a pattern finds may turn out to be an option.
  if (commands.some((words) => words.slice(1).some(({ text, isPattern }) => isPattern && /^[*?[]/.test(text))))
    return null;
  if (commands.some(followsLinks)) return null;
  const opened = parts.flatMap(({ paths }) => paths).map((text) => ({ text, raw: text, isPattern: /[*?]/.test(text) }));
  return {
    script:
      safeguardsFor(judgement).preamble + commands.map((words) => words.map(({ raw }) => raw).join(' ')).join(' | '),
    operands: [...commands.flatMap((command) => command.slice(1)).flatMap(asFile), ...opened],
    recursive: commands.some(isRecursive),
    usesGit: commands.some(([program]) => program?.text === 'git'),
  };
}

/** The word itself, or the value that is joined to an option. */
function asFile(word: PlainWord): PlainWord[] {
  const { text } = word;
  if (!text.startsWith('-')) return [word];
  const values = [text.slice(2), text.slice(text.indexOf('=') + 1)].filter((value) => value !== '' && value !== text);
  return values.map((value) => ({ ...word, text: value }));
}

const RECURSIVE = /^(?:-[A-Za-z]*r[A-Za-z]*|--recursive)$/;
/** They go through folders by themselves. */
const SEARCHES = new Set(['rg', 'tar', 'rgrep']);

function isRecursive([program, ...args]: readonly PlainWord[]): boolean {
  const name = program?.text ?? '';
  return SEARCHES.has(name) || (/grep$|^diff$/.test(name) && args.some(({ text }) => RECURSIVE.test(text)));
}

/** Links inside of a folder may lead anywhere. */
function followsLinks([program, ...args]: readonly PlainWord[]): boolean {
  return (
    /grep$/.test(program?.text ?? '') && args.some(({ text }) => /^(?:-[A-Za-z]*R|--dereference-recursive$)/.test(text))
  );
}
