/** Commands with the verdict that people want of the preset `careful`: reads pass, catastrophes are refused. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Verdict } from '@synapse/contract';
import { describe, expect, it } from 'vitest';
import { judge } from './index.ts';

interface Case {
  readonly command: string;
  readonly want: 'allow' | 'not-allow' | 'deny';
}

const read = (name: string): Case[] =>
  readFileSync(join(import.meta.dirname, '../cases', name), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Case);

/** What the preset makes of a judgement, on a machine with a sandbox. */
function careful(command: string): Verdict {
  const { effects, parts } = judge(command, { cwd: null, home: null });
  if (effects.includes('catastrophe')) return 'deny';
  const outside = parts.some((part) => part.outside);
  const reads = effects.every((effect) => effect === 'read');
  return reads && (!outside || parts.every((part) => part.exact)) ? 'allow' : 'ask';
}

describe.each(['everyday-and-hidden.jsonl', 'more.jsonl'])('the commands of %s', (name) => {
  const cases = read(name);

  it('never pass where they do more than read', () => {
    const passed = cases.filter(({ command, want }) => want !== 'allow' && careful(command) === 'allow');
    expect(passed).toEqual([]);
  });

  it('are refused where they are catastrophes', () => {
    const asked = cases.filter(({ command, want }) => want === 'deny' && careful(command) !== 'deny');
    expect(asked).toEqual([]);
  });

  it('pass where they only read, all but two of a hundred', () => {
    const reads = cases.filter(({ want }) => want === 'allow');
    const asked = reads.filter(({ command }) => careful(command) !== 'allow');
    expect(asked.length / reads.length, JSON.stringify(asked)).toBeLessThanOrEqual(0.02);
  });
});

/** The command with each of its words taken away, alone or with the next one, twice, replaced by nothing or something nobody knows; and its beginnings. */
function maimed(command: string): string[] {
  const words = command.split(' ');
  return words.flatMap((word, at) => [
    words.toSpliced(at, 1).join(' '),
    words.toSpliced(at, 2).join(' '),
    words.toSpliced(at, 1, word, word).join(' '),
    words.toSpliced(at, 1, "''").join(' '),
    words.toSpliced(at, 1, '"$nobody"').join(' '),
    words.slice(0, at).join(' '),
    words.slice(at).join(' '),
  ]);
}

it('maimed in any way, a command is still judged, never an error', () => {
  const failed: string[] = [];
  for (const { command } of ['everyday-and-hidden.jsonl', 'more.jsonl'].flatMap(read)) {
    for (const one of maimed(command)) {
      try {
        judge(one, { cwd: null, home: null });
      } catch (error) {
        failed.push(`${one}: ${(error as Error).message}`);
      }
    }
  }
  expect(failed).toEqual([]);
});
