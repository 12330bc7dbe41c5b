import { expect, it } from 'vitest';
import { readableLine } from './readable-log.ts';

const at = '2026-03-01T10:20:07.103Z';
const time = new Date(at).toTimeString().slice(0, 8);
const line = (record: object, showRequests = false) =>
  readableLine(JSON.stringify({ level: 'info', time: at, ...record }), showRequests);

it('is time, level, message and fields', () => {
  expect(line({ msg: 'listening', url: 'http://127.0.0.1:8080', database: 'sqlite' })).toBe(
    `${time} INFO  listening url=http://127.0.0.1:8080 database=sqlite\n`,
  );
  expect(line({ msg: 'agent refused', machine: null, reason: 'not known', request_id: 'x', n: 3 })).toBe(
    `${time} INFO  agent refused reason="not known" n=3\n`,
  );
});

it('shows requests only where they are asked for', () => {
  const request = { msg: 'request', method: 'GET', route: '/healthz', status: 200, ms: 0.4 };
  expect(line(request)).toBeNull();
  expect(line(request, true)).toBe(`${time} INFO  request method=GET route=/healthz status=200 ms=0.4\n`);
});

it('tells an error by its message, and by its stack where it should not have happened', () => {
  const err = { name: 'Error', message: 'gone', stack: 'Error: gone\n    at here' };
  expect(line({ level: 'warn', msg: 'bus message lost', err })).toBe(`${time} WARN  bus message lost\n  gone\n`);
  expect(line({ level: 'error', msg: 'call failed', err })).toBe(
    `${time} ERROR call failed\n  Error: gone\n      at here\n`,
  );
});

it('lets no control character through to the terminal', () => {
  const shown = line({ msg: 'agent refused\u009b2J', reason: '\u001b]0;title\u0007', key: 'a\u009bb' })!;
  expect(shown.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u);
  expect(shown).toContain('\\x9b2J');
});
