import { OwnFilter } from '@synapse/contract';
import { describe, expect, it } from 'vitest';
import { compact } from './compact.ts';
import { applyOwnFilters, ownFilterProblem } from './own-filters.ts';

const filterOf = (rest: object) => OwnFilter.parse({ name: 'mine', match_command: '^deploy\\b', ...rest });
const run = (rest: object, stdout: string, exitCode = 0) =>
  compact({
    command: 'deploy prod',
    exitCode,
    stdout: stdout,
    recovery: 'exec-1',
    now: () => 0,
    ownFilters: applyOwnFilters([filterOf(rest)]),
  });

const progress = `${Array.from({ length: 30 }, (_, i) => `uploading part ${i} of 30`).join('\n')}\ndone: 30 parts\n`;

describe('the eight stages', () => {
  it('colours out, lines dropped', () => {
    expect(
      run({ strip_lines_matching: ['^uploading'] }, progress.replaceAll('uploading', '\x1b[32muploading\x1b[0m')),
    ).toEqual({
      text: 'done: 30 parts',
      filter: 'own:mine',
      leftOut: true,
    });
  });

  it('lines kept', () => {
    expect(run({ keep_lines_matching: ['^done', 'part 7 '] }, progress).text).toBe(
      'uploading part 7 of 30\ndone: 30 parts',
    );
  });

  it('replaced with groups', () => {
    expect(run({ replace: [{ pattern: '^uploading part (\\d+) of \\d+', replacement: '$1' }] }, progress).text).toMatch(
      /^0\n1\n2\n/,
    );
  });

  it('the whole in one message, unless', () => {
    const rule = { match_output: [{ pattern: 'done: \\d+ parts', message: 'ok', unless: 'part 99' }] };
    expect(run(rule, progress).text).toBe('ok');
    expect(run(rule, `${progress}part 99\n`).text).not.toBe('ok');
  });

  it('long lines cut, with the count', () => {
    expect(run({ truncate_lines_at: 20 }, `${'x'.repeat(500)}\n`).text).toBe(`${'x'.repeat(20)}… (+480 chars)`);
  });

  it('head and tail around a marker', () => {
    expect(run({ head_lines: 2, tail_lines: 1 }, progress.trimEnd()).text).toBe(
      'uploading part 0 of 30\nuploading part 1 of 30\n… 28 lines left out (synapse_get_output execution_id=exec-1)\ndone: 30 parts',
    );
  });

  it('at most so many lines', () => {
    expect(run({ max_lines: 6 }, progress.trimEnd()).text.split('\n')).toHaveLength(7);
  });

  it('a text when nothing is left', () => {
    expect(run({ strip_lines_matching: ['.'], on_empty: 'nothing to say' }, progress).text).toBe('nothing to say');
  });
});

describe('an own filter cannot hide a failure', () => {
  it('by a message for the whole', () => {
    const rule = { match_output: [{ pattern: 'done', message: 'ok' }] };
    expect(run(rule, progress, 1).text).not.toBe('ok');
  });

  it('by dropping its lines: they are counted', () => {
    const stdout = `${progress}error: disk of node zx81 is full\nerror: giving up\n`;
    const { text } = run({ strip_lines_matching: ['^uploading', '^error'] }, stdout, 1);
    expect(text).toMatch(/… 2 lines that name an error left out/);
  });

  it('by leaving nothing: the raw text goes out', () => {
    expect(run({ strip_lines_matching: ['.'], on_empty: 'all good' }, progress, 1)).toEqual({
      text: progress,
      filter: null,
    });
  });

  it('by keeping only the head', () => {
    const lines = [
      ...Array.from({ length: 40 }, (_, i) => `step ${i}`),
      'fatal: no route to zx81',
      ...Array.from({ length: 40 }, (_, i) => `after ${i}`),
    ];
    expect(run({ head_lines: 2 }, lines.join('\n'), 1).text).toContain('fatal: no route to zx81');
  });
});

describe('an own filter cannot hang the service', () => {
  it.each(['(a+)+$', '(a|a)*b', '(.*)*x', '(x+x+)+y', '^(([a-z])+.)+[A-Z]([a-z])+$'])(
    '%s on a long line of a',
    (pattern) => {
      const stdout = `${'a'.repeat(1_000)}!\n`.repeat(200);
      const { text } = run({ strip_lines_matching: [pattern], replace: [{ pattern, replacement: '' }] }, stdout);
      expect(text.length).toBeLessThanOrEqual(stdout.length);
    },
  );

  it('refuses what is not linear or not understood', () => {
    expect(ownFilterProblem(filterOf({ keep_lines_matching: ['(a)\\1'] }))).not.toBeNull();
    expect(ownFilterProblem(filterOf({ keep_lines_matching: ['(?=a)b'] }))).not.toBeNull();
    expect(ownFilterProblem(filterOf({ keep_lines_matching: ['(open'] }))).not.toBeNull();
    expect(ownFilterProblem(filterOf({ keep_lines_matching: ['((a{50}){50}){2}'] }))).not.toBeNull();
    expect(ownFilterProblem(filterOf({ keep_lines_matching: ['^ok$'] }))).toBeNull();
  });

  it('passes over a broken one, and one for another command', () => {
    expect(run({ keep_lines_matching: ['(open'] }, progress)).toEqual({ text: progress, filter: null });
    expect(run({ match_command: '^other', strip_lines_matching: ['.'], on_empty: 'x' }, progress)).toEqual({
      text: progress,
      filter: null,
    });
  });

  it('is bounded by its schema', () => {
    expect(OwnFilter.safeParse({ name: 'x', match_command: 'a'.repeat(301) }).success).toBe(false);
    expect(OwnFilter.safeParse({ name: 'No Spaces', match_command: 'a' }).success).toBe(false);
    expect(
      OwnFilter.safeParse({ name: 'x', match_command: 'a', strip_lines_matching: Array(31).fill('a') }).success,
    ).toBe(false);
    expect(OwnFilter.safeParse({ name: 'x', match_command: 'a', surprise: 1 }).success).toBe(false);
  });
});
