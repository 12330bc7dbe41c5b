import { describe, expect, it } from 'vitest';
import { compact } from './compact.ts';
import { countChars, savedTokens } from './saved-tokens.ts';

// a clock that stands still: how fast the computer is decides nothing here
const run = (command: string, stdout: string, exitCode = 0) =>
  compact({ command, stdout: stdout, exitCode, recovery: 'exec-1', now: () => 0 });

describe('compaction fails open', () => {
  it.each([
    ['echo hello', 'hello\n'],
    ['printf "a  b  \\n"', 'a  b  \n'],
    ['some-unknown-tool', 'one\ntwo\nthree\n'],
    ['git status', ''],
    ['git diff', 'not a diff at all\n'],
    ['ls -la', 'ls: cannot access x: No such file or directory\n'],
    ['cat main.c', 'int main(void) {\n  if (a) {\n    }\n    }\n    }\n    }\n}\n'],
  ])('%s gives the raw text and no filter', (command, stdout) => {
    expect(run(command, stdout)).toEqual({ text: stdout, filter: null });
  });

  it('gives the raw text when the time budget is spent', () => {
    const stdout = 'commit 444f87b1c9d0b7952db38c76d792bf0849b7dd91\nAuthor: A <a@b>\nDate:   x\n\n    subject\n';
    let time = 0;
    const now = () => {
      time += 1_000;
      return time;
    };
    expect(compact({ command: 'git log', exitCode: 0, stdout: stdout, recovery: null, now })).toEqual({
      text: stdout,
      filter: null,
    });
    expect(compact({ command: 'git log', exitCode: 0, stdout: stdout, recovery: null }).filter).toBe('git-log');
  });

  it('only folds what repeats when several commands wrote', () => {
    const stdout = `start\n${'waiting for the service to answer\n'.repeat(20)}done\n`;
    const { text, filter } = run('./wait.sh; git status', stdout);
    expect(filter).toBe('lossless');
    expect(text).toBe('start\nwaiting for the service to answer (×20)\ndone');
  });

  it('never folds the lines of a file', () => {
    const stdout = `start\n${'the same line in a file, again and again\n'.repeat(20)}done\n`;
    expect(run('cat notes.txt', stdout)).toEqual({ text: stdout, filter: null });
  });
});

describe('every cut is marked', () => {
  const log = Array.from(
    { length: 60 },
    (_, i) => `2026-11-14T06:00:${10 + (i % 50)}.882Z INFO [http] GET /api/${i + 1} 200 ${i + 1}ms`,
  ).join('\n');

  it('with the count and the way back', () => {
    expect(run('cat app.log', log).text).toMatch(
      /… 59 of 60 lines.* left out \(synapse_get_output execution_id=exec-1\)$/,
    );
  });

  it('without a way back when nothing is stored', () => {
    const { text } = compact({ command: 'cat app.log', exitCode: 0, stdout: log, recovery: null });
    expect(text).toMatch(/left out$/);
    expect(text).not.toContain('synapse_get_output');
  });
});

describe('saved tokens', () => {
  it('is a quarter of the characters that were not sent, and nothing for raw text', () => {
    expect(savedTokens(1000, 600)).toBe(100);
    expect(savedTokens(1003, 600)).toBe(100);
    expect(savedTokens(500, 500)).toBe(0);
    expect(savedTokens(10, 20)).toBe(0);
  });

  it('counts code points', () => {
    expect(countChars('a😀é')).toBe(3);
    expect(countChars('\ud83d')).toBe(1);
  });
});

it('tells when something is left out, with a marker or without one', () => {
  const tap = ['TAP version 13', ...Array.from({ length: 40 }, (_, i) => `ok ${i + 1} - case ${i + 1}`), '1..40', ''];
  const tests = compact({ command: 'node --test', exitCode: 0, stdout: tap.join('\n'), recovery: null });
  expect(tests.text).not.toContain('case 7');
  expect(tests.leftOut).toBe(true);
  const value = JSON.stringify({ name: 'web1', tags: ['a', 'b'], size: 12 }, null, 4);
  const json = compact({ command: 'curl -s http://x/', exitCode: 0, stdout: `${value}\n`, recovery: null });
  expect(json).toMatchObject({ filter: 'json' });
  expect(json.leftOut).toBeUndefined();
});

it('leaves bytes alone that are no text, where nothing may be left out', () => {
  const bytes = Uint8Array.from({ length: 300 }, (_, i) => (i * 73 + 11) % 256);
  const stdout = `${new TextDecoder().decode(bytes)}\x1b[31m\b\b\r`;
  const request = { command: 'head -c 300 x.bin', exitCode: 0, stdout, recovery: null, keepAll: true };
  expect(compact(request)).toEqual({ text: stdout, filter: null });
});
