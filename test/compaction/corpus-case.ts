// Real outputs with the facts that must survive: read from `cases/<set>/<case>/`, and held against what compaction returns.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compact } from '../../packages/server/src/compaction/compact.ts';
import { countChars } from '../../packages/server/src/compaction/saved-tokens.ts';
import { stripAnsi } from '../../packages/server/src/compaction/stages/clean-lines.ts';

export interface CorpusCase {
  readonly name: string;
  readonly command: string;
  readonly exitCode: number;
  readonly stdout: string;
  /** One per line: a literal, or `re:` and a regular expression (flag m). */
  readonly keep: readonly string[];
  readonly never: readonly string[];
  /** What the original returned, and how many of the lines above it broke; null when not measured. */
  readonly rtk: number | null;
  readonly rtkLost: number | null;
  readonly goal: number | null;
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
const CASES = join(import.meta.dirname, '../../packages/server/src/compaction/cases');

export function readCases(set: (typeof CASE_SETS)[number]): CorpusCase[] {
  const folder = join(CASES, set);
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .sort()
    .map((name) => {
      const part = (file: string): string | null => {
        const path = join(folder, name, file);
        return existsSync(path) ? readFileSync(path, 'utf8') : null;
      };
      const lines = (file: string) => (part(file) ?? '').split('\n').filter((line) => line !== '');
      const number = (file: string) => (part(file) === null ? null : Number(part(file)));
      return {
        name,
        command: (part('cmd') ?? '').trimEnd(),
        exitCode: number('exit') ?? 0,
        stdout: part('stdout') ?? '',
        keep: lines('keep'),
        never: lines('never'),
        rtk: number('rtk'),
        rtkLost: number('rtklost'),
        goal: number('goal'),
      };
    });
}

export function holds(text: string, fact: string): boolean {
  return fact.startsWith('re:') ? new RegExp(fact.slice(3), 'm').test(text) : text.includes(fact);
}

export function runCase(one: CorpusCase, recovery = '01hzx5p8e0m4c9t7q2r6w3y1ab'): CaseResult {
  const { text, filter } = compact({ command: one.command, exitCode: one.exitCode, stdout: one.stdout, recovery });
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
