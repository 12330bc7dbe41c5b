import { describe, expect, it } from 'vitest';
import { compact } from './compact.ts';
import { keepsWords } from './keeps-words.ts';

it.each([
  ['a  b   c', 'a b c', true],
  ['line\nline\nline', 'line (×3)', true],
  ['version: 4.2.1\nok', 'ok', false],
  ['say "hi"', 'say hi', false],
  ['a\nb\na', 'a\nb\n… 1 line left out', false],
  ['', '', true],
])('%j as %j: %s', (text, shorter, kept) => {
  expect(keepsWords(text.split('\n'), shorter.split('\n'))).toBe(kept);
});

it('takes the first form of an output that leaves nothing out', () => {
  const log = Array.from({ length: 40 }, (_, i) => `2026-11-16 05:02:${10 + i},871 INFO GET /item/${100 + i} 200`).join(
    '\n',
  );
  const thinned = compact({ command: 'tail -n 40 shop.log', exitCode: 0, stdout: log, recovery: null });
  expect(thinned).toMatchObject({ filter: 'log' });
  expect(thinned.text).not.toContain('/item/120');
  const whole = compact({ command: 'tail -n 40 shop.log', exitCode: 0, stdout: log, recovery: null, keepAll: true });
  expect(whole.filter).toBe('log-days');
  for (let i = 0; i < 40; i++) expect(whole.text).toContain(`05:02:${10 + i},871 /item/${100 + i} 200`);
  expect(whole.text.split('2026-11-16')).toHaveLength(2);
  expect(whole.text).not.toContain('left out');
});

it('takes the shortest of those forms', () => {
  const log = Array.from({ length: 30 }, (_, i) => `2026-11-16 05:02:${10 + i},871 INFO GET /item/${100 + i} 200`);
  const trace = ['Traceback (most recent call last):', '  File "app.py", line 30, in <module>', '    load(path)'];
  const stdout = [...log, ...trace, '    ^^^^^^^^^^', 'ValueError: invalid literal', ''].join('\n');
  const { text } = compact({ command: 'tail -n 40 shop.log', exitCode: 0, stdout, recovery: null, keepAll: true });
  expect(text.split('2026-11-16')).toHaveLength(2);
  expect(text).toContain('ValueError: invalid literal');
});

it('folds what counts on before anything else, where a command is followed', () => {
  const printed = ['net', 'auth'].flatMap((module) => [
    `== module ${module} ==`,
    ...Array.from({ length: 30 }, (_, i) => `  CC   src/${module}/file_${i + 1}.c -> build/${module}/file_${i + 1}.o`),
  ]);
  const request = { command: './build.sh', exitCode: 0, stdout: `${printed.join('\n')}\n`, recovery: null };
  const { text } = compact({ ...request, follows: true });
  expect(text.split('\n').length).toBeLessThan(6);
  expect(text).toContain('×30 CC   src/auth/file_1…30.c -> build/auth/file_1…30.o');
});

it('writes a short JSON document on one line, with its quotes', () => {
  const value = [{ Id: 'a0f6', State: { OOMKilled: true, ExitCode: 137 }, Env: ['A=1', 'say "hi"'], Size: 1.5e300 }];
  const stdout = `${JSON.stringify(value, null, 4)}\n`;
  const { text } = compact({ command: 'docker inspect api', exitCode: 0, stdout, recovery: null, keepAll: true });
  expect(JSON.parse(text)).toEqual(value);
  expect(text).toMatch(/^\[\{"Id": "a0f6","State": \{"OOMKilled": true,.*\}\]$/);
  expect(compact({ command: 'cat api.json', exitCode: 0, stdout, recovery: null, keepAll: true }).text).toBe(stdout);
});

it('keeps every row of a short listing, and states owners and dates that most share once', () => {
  const stdout = [
    'total 12',
    'drwxr-xr-x  2 root root 4096 Nov 16 06:00 .',
    'drwxr-xr-x 11 root root 4096 Nov 18 19:50 ..',
    '-rw-r--r--  1 root root  756 Nov 16 06:00 my  notes.txt',
    '-rwxr-xr-x  1 ada  staff 358 Nov 16 06:00 health.sh',
    '',
  ].join('\n');
  const { text, filter } = compact({ command: 'ls -la', exitCode: 0, stdout, recovery: null, keepAll: true });
  expect(filter).toBe('listing');
  expect(text.trimEnd().split('\n')).toEqual([
    'root root, Nov 16 06:00 unless said:',
    'total 12',
    'drwxr-xr-x 2 4096 .',
    'drwxr-xr-x 11 4096 Nov 18 19:50 ..',
    '-rw-r--r-- 1 756 my  notes.txt',
    '-rwxr-xr-x 1 ada staff 358 health.sh',
  ]);
});

describe('a list of up to 100 rows within a longer output', () => {
  const containers = (rows: number): string =>
    [
      'CONTAINER ID   IMAGE           COMMAND                  CREATED        PORTS                    NAMES',
      ...Array.from(
        { length: rows },
        (_, i) =>
          `${String(i).padStart(12, 'a')}   shop/api:4.2.1   "node server.js --a…"   3 weeks ago    127.0.0.1:8080->80/tcp   api-${i}`,
      ),
      '',
    ].join('\n');
  const shown = (rows: number) =>
    compact({ command: 'docker ps', exitCode: 0, stdout: containers(rows), recovery: null, keepAll: 'lists' });

  it('keeps every column', () => {
    const { text, leftOut } = shown(100);
    expect(text).toMatch(/COMMAND.*node server\.js/s);
    expect(text.match(/80\/tcp/g)!.length).toBeGreaterThan(0);
    expect(text.match(/api-\d+/g)).toHaveLength(100);
    expect(text).not.toContain('left out');
    expect(leftOut).toBeUndefined();
  });

  it('loses some when it is longer', () => {
    expect(shown(101).text).toContain('COMMAND column left out');
  });

  it('is none of the findings of a compiler', () => {
    const stdout = 'a.c:1:2: error: no such thing\n    1 | int x\n      |  ^\n'.repeat(20);
    const { text } = compact({ command: 'make', exitCode: 2, stdout, recovery: null, keepAll: 'lists' });
    expect(text).toBe(compact({ command: 'make', exitCode: 2, stdout, recovery: null }).text);
  });
});

it('says of nothing that it is left out where all is kept', () => {
  const stdout =
    'read.c:1:10: fatal error: missing.h: No such file or directory\n    1 | #include "missing.h"\n      |          ^~~~~~~~~~~\n'.repeat(
      3,
    );
  const { text } = compact({ command: './build', exitCode: 1, stdout, recovery: null, keepAll: true });
  expect(text).not.toContain('left out');
  expect(text).toContain('^~~~');
});
