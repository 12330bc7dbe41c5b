// Real outputs with the facts that must survive: `case.json` and the bytes of `stdout` beside it, compared with what
// compaction returns.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compact } from '../../packages/server/src/compaction/compact.ts';
import { countChars } from '../../packages/server/src/compaction/saved-tokens.ts';
import { stripAnsi } from '../../packages/server/src/compaction/stages/clean-lines.ts';
import { redactedFromStore } from '../../packages/server/src/redaction/index.ts';

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

/** `case.json` as it is on the disk. */
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
  'first-contact/build',
  'first-contact/held-back',
  'first-contact/third',
  'first-contact/fourth',
] as const;
const CASES = join(import.meta.dirname, '../../packages/server/src/compaction/cases');

export function readCases(set: (typeof CASE_SETS)[number] | (typeof FIRST_CONTACT)[number]): CorpusCase[] {
  const folder = join(CASES, set);
  return readdirSync(folder)
    .sort()
    .map((name) => {
      const file = JSON.parse(readFileSync(join(folder, name, 'case.json'), 'utf8')) as CaseFile;
      return {
        name,
        command: file.command,
        exitCode: file.exit_code,
        stdout: readFileSync(join(folder, name, 'stdout'), 'utf8'),
        filter: file.filter,
        keep: file.keep,
        never: file.never ?? [],
        rtk: file.rtk?.chars ?? null,
        rtkLost: file.rtk?.lost ?? null,
        goal: file.goal ?? null,
      };
    });
}

export function holds(text: string, fact: string): boolean {
  return fact.startsWith('re:') ? new RegExp(fact.slice(3), 'm').test(text) : text.includes(fact);
}

export function runCase(one: CorpusCase, recovery = '01hzx5p8e0m4c9t7q2r6w3y1ab'): CaseResult {
  const { text, filter } = compact({
    command: one.command,
    exitCode: one.exitCode,
    stdout: redactedFromStore(one.stdout),
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
