import { describe, expect, it } from 'vitest';
import { compact } from '../compact.ts';
import { logKey } from './log-key.ts';

const run = (command: string, stdout: string) =>
  compact({ command, exitCode: 0, stdout: stdout, recovery: 'id', now: () => 0 });

describe('JSON', () => {
  it('keeps every literal as it was written', () => {
    const records = Array.from({ length: 5 }, (_, i) => ({ name: `row ${i}`, code: `0${i}`, flag: 'true' }));
    const stdout = `${JSON.stringify(records, null, 2).replace('"row 1"', '12345678901234567890')}\n`;
    const { text, filter } = run('curl -s localhost', stdout);
    expect(filter).toBe('json');
    expect(text).toBe(
      '[5]: name,code,flag="true"\n row 0,"00"\n 12345678901234567890,"01"\n row 2,"02"\n row 3,"03"\n row 4,"04"',
    );
  });

  it('tells a missing key from null and from an empty text', () => {
    const stdout = JSON.stringify([{ a: 1, b: null }, { a: 2, b: '' }, { a: 3 }, { a: 4, b: 'x' }], null, 4);
    expect(run('jq .', stdout).text).toBe('[4]: a,b\n 1,null\n 2,""\n 3,\n 4,x');
  });

  it('reads what jq prints for a list', () => {
    const stdout = [1, 2, 3, 4].map((id) => JSON.stringify({ id, name: `plant ${id}` }, null, 2)).join('\n');
    expect(run('jq ".[]" x.json', stdout).text).toBe('[4]: id,name\n 1,plant 1\n 2,plant 2\n 3,plant 3\n 4,plant 4');
  });

  it('leaves broken JSON alone', () => {
    const stdout = '{"a": [1, 2, 3], "b": {"c": 1,\n';
    expect(run('curl -s localhost', stdout)).toEqual({ text: stdout, filter: null });
  });
});

describe('log lines are alike', () => {
  it.each([
    ['2026-11-14T06:00:01Z GET /a/1 200 17ms', '2026-11-15T07:10:59Z GET /a/29 204 3ms'],
    ['"GET /a/1 HTTP/1.1" 200 812 "-"', '"GET /a/2 HTTP/1.1" 200 4096 "-"'],
    ['req=c20caaa1 done', 'req=40081624 done'],
    ['id 177888d3-635d-4417-8771-9244b3a15fa4', 'id c0631dc7-2540-abcd-b900-2ee327cdcb00'],
  ])('%s', (one, other) => {
    expect(logKey(one)).toBe(logKey(other));
  });

  it.each([
    ['GET /a/1 200 17ms', 'GET /a/1 500 17ms'],
    ['"GET /a/1 HTTP/1.1" 200 812 "-"', '"GET /a/1 HTTP/1.1" 404 812 "-"'],
    ['exited with code 0', 'exited with code 1'],
    ['user admin logged in', 'user guest logged in'],
    ['retries=0', 'retries=3'],
  ])('but not %s and %s', (one, other) => {
    expect(logKey(one)).not.toBe(logKey(other));
  });

  it('whatever stood in a longer line before, and wherever an id begins or ends', () => {
    const uuid = '177888d3-635d-4417-8771-9244b3a15fa4';
    const other = 'c0631dc7-2540-abcd-b900-2ee327cdcb00';
    const around = (id: string, chars: number) => `${'é'.repeat(chars)} 200 ${id} ${'x'.repeat(chars)}`;
    for (let chars = 580; chars >= 0; chars--) expect(logKey(around(uuid, chars))).toBe(logKey(around(other, chars)));
    const keys = ['GET /a 200', 'GET /a 200 12', 'GET /a 200'].map(logKey);
    expect(keys[0]).toBe(keys[2]);
    expect(keys[0]).not.toBe(keys[1]);
  });
});

describe('logs', () => {
  const line = (i: number, rest: string) => `2026-11-14T06:00:${String(i % 60).padStart(2, '0')}.001Z ${rest}`;

  it('keep every error whole, with its stack trace, in its place', () => {
    const lines = Array.from({ length: 50 }, (_, i) => line(i, `INFO GET /a/${i + 1} 200`));
    lines.splice(
      30,
      0,
      line(30, 'ERROR could not save order 17'),
      '    at save (/srv/app/store.js:4:1)',
      '  cause: disk full',
    );
    const { text } = run('docker logs api', lines.join('\n'));
    expect(text).toContain('ERROR could not save order 17\n    at save (/srv/app/store.js:4:1)\n  cause: disk full');
    expect(text).toMatch(/×50 /);
  });

  it('keep a problem that has no time of its own, with what follows it', () => {
    const lines = Array.from({ length: 50 }, (_, i) => line(i, `INFO GET /a/${i + 1} 200`));
    lines.splice(30, 0, 'panic: runtime error: index out of range', 'goroutine 7 [running]:');
    expect(run('docker logs api', lines.join('\n')).text).toContain(
      'panic: runtime error: index out of range\ngoroutine 7 [running]:',
    );
  });

  it('keep a record whose level or status is another number', () => {
    const record = (i: number, level: number, status: number) =>
      `{"level":${level},"time":${1_700_000_000_000 + i},"status":${status},"msg":"order taken","ms":${i % 7}}`;
    const lines = Array.from({ length: 60 }, (_, i) => record(i, 30, 200));
    lines[31] = record(31, 50, 200);
    lines[44] = record(44, 30, 500);
    const { text } = run('cat app.log', lines.join('\n'));
    expect(text.length).toBeLessThan(1_000);
    expect(text).toMatch(/\b50\b/);
    expect(text).toMatch(/\b500\b/);
  });

  it('say only their day and what never changes once when nothing is alike', () => {
    const words = 'oak elm ash fir yew box bay fig nut pea rye oat'.split(' ');
    const lines = Array.from({ length: 30 }, (_, i) =>
      line(
        i,
        `INFO ${words[i % 12]} ${words[(i * 7 + 1) % 12]} ${words[(i * i) % 11]} ${'abcdefghijklmnopqrstuvwxyzABCD'[i]}`,
      ),
    );
    const { text, filter } = run('cat app.log', lines.join('\n'));
    expect(filter).toBe('log-days');
    const [heading, ...rest] = text.split('\n');
    expect(heading).toBe('2026-11-14: (in every entry: INFO)');
    expect(rest).toEqual(lines.map((one) => one.replace(/^2026-11-14T/, '').replace(' INFO', '')));
  });
});

describe('tables', () => {
  it('keep empty cells where they are and say a column with one value once', () => {
    const rows = [
      'NAME      ZONE   STATE     NOTE',
      ...[1, 2, 3, 4, 5, 6].map(
        (i) => `web-${i}     eu     ${i === 3 ? 'down ' : 'ready'}     ${i === 3 ? 'disk full' : ''}`,
      ),
    ];
    const { text } = run('cloud list', rows.join('\n'));
    expect(text).toContain('ZONE=eu');
    expect(text).toContain('web-3 down disk full');
  });
});

describe('a line of another form', () => {
  const planted = (line: (at: number) => string): string => {
    const lines = Array.from({ length: 400 }, (_, at) => line(at));
    return `${[...lines.slice(0, 200), 'the quokka moved to shelf kx77b by itself', ...lines.slice(200)].join('\n')}\n`;
  };
  const minute = (at: number): string => String(Math.floor(at / 60)).padStart(2, '0');

  it.each<[string, string, (at: number) => string]>([
    [
      'a log that is folded',
      'log',
      (at) => `2026-11-15T10:${minute(at)}:${String(at % 60).padStart(2, '0')}Z INFO done ${at}`,
    ],
    ['rows that are left out', 'csv', (at) => `${at},${at * 7},${(at * 31) % 17},field ${at % 5}`],
  ])('is shown in %s', (_, filter, line) => {
    const compacted = run('./unknown', planted(line));
    expect(compacted.filter).toBe(filter);
    expect(compacted.text.length).toBeLessThan(4_000);
    expect(compacted.text).toContain('the quokka moved to shelf kx77b by itself');
  });
});
