// Real outputs with the facts that must survive, compared with what compaction returns.
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { compact } from '../../packages/compaction/src/compact.ts';
import { countChars } from '../../packages/compaction/src/saved-tokens.ts';
import { stripAnsi } from '../../packages/compaction/src/stages/clean-lines.ts';

export interface CorpusCase {
  readonly name: string;
  readonly command: string;
  readonly exitCode: number;
  readonly stdout: string;
  /** The filter that this case belongs to. Null if the raw output is returned. */
  readonly filter: string | null;
  /** A literal, or `re:` and a regular expression (flag m). */
  readonly keep: readonly string[];
  readonly never: readonly string[];
  /** What the original returned, and how many of the facts above it broke. Null if not measured. */
  readonly rtk: number | null;
  readonly rtkLost: number | null;
  readonly goal: number | null;
}

/** A case as it is on the disk. */
interface CaseFile {
  readonly command: string;
  readonly exit_code: number;
  readonly filter: string | null;
  readonly keep: readonly string[];
  readonly never?: readonly string[];
  readonly rtk?: { readonly chars: number; readonly lost: number };
  readonly goal?: number;
}

export interface CaseResult {
  readonly case: CorpusCase;
  readonly filter: string | null;
  readonly text: string;
  readonly rawChars: number;
  readonly chars: number;
  readonly problems: readonly string[];
}

export const CASE_SETS = ['corpus', 'own', 'facts-first'] as const;
/** Outputs of programs that no filter knew: two halves, and what was gathered later. */
export const FIRST_CONTACT = [
  'first-contact-build',
  'first-contact-held-back',
  'first-contact-third',
  'first-contact-fourth',
] as const;
const PACKAGE = join(import.meta.dirname, '../../packages/compaction');
/** The line of a case's file after which the output begins. */
const OUTPUT = '\n--- stdout\n';

export function readCases(set: (typeof CASE_SETS)[number] | (typeof FIRST_CONTACT)[number]): CorpusCase[] {
  return set === 'corpus' || set === 'own' ? readFiles(set) : readPacked(set);
}

/** The cases beside the filters, one file each. */
function readFiles(set: 'corpus' | 'own'): CorpusCase[] {
  return globSync('src/**/cases/*.case', { cwd: PACKAGE })
    .map((path) => {
      const text = readFileSync(join(PACKAGE, path), 'utf8');
      const at = text.indexOf(OUTPUT);
      const file = JSON.parse(text.slice(0, at)) as CaseFile & { readonly set?: 'corpus' };
      return { set: file.set ?? 'own', case: toCase(basename(path, '.case'), file, text.slice(at + OUTPUT.length)) };
    })
    .filter((one) => one.set === set)
    .map((one) => one.case)
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** A large set: one line a case. Bytes that are not UTF-8 are in base64. */
function readPacked(set: string): CorpusCase[] {
  const lines = readFileSync(join(PACKAGE, 'cases', `${set}.jsonl`), 'utf8').split('\n');
  return lines
    .filter((line) => line !== '')
    .map((line) => {
      const file = JSON.parse(line) as CaseFile & { name: string; stdout?: string; stdout_base64?: string };
      return toCase(file.name, file, file.stdout ?? Buffer.from(file.stdout_base64!, 'base64').toString('utf8'));
    });
}

function toCase(name: string, file: CaseFile, stdout: string): CorpusCase {
  return {
    name,
    command: file.command,
    exitCode: file.exit_code,
    stdout,
    filter: file.filter,
    keep: file.keep,
    never: file.never ?? [],
    rtk: file.rtk?.chars ?? null,
    rtkLost: file.rtk?.lost ?? null,
    goal: file.goal ?? null,
  };
}

export function holds(text: string, fact: string): boolean {
  return fact.startsWith('re:') ? new RegExp(fact.slice(3), 'm').test(text) : text.includes(fact);
}

export function runCase(one: CorpusCase, recovery = '01hzx5p8e0m4c9t7q2r6w3y1ab'): CaseResult {
  const { text, filter } = compact({
    command: one.command,
    exitCode: one.exitCode,
    stdout: one.stdout,
    recovery,
    // how fast this computer is decides nothing here
    now: () => 0,
  });
  const shown = stripAnsi(text);
  const rawChars = countChars(one.stdout);
  const chars = countChars(text);
  const problems = [
    ...one.keep.filter((fact) => !holds(shown, fact)).map((fact) => `lost: ${fact}`),
    ...one.never.filter((fact) => holds(shown, fact)).map((fact) => `appeared: ${fact}`),
    ...(chars > rawChars ? [`bigger: ${chars} > ${rawChars}`] : []),
  ];
  return { case: one, filter, text, rawChars, chars, problems };
}
