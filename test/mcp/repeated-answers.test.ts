/** A command whose output the client has already: told by the difference, in the client's own session alone. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { removeAtEnd } from '../left-behind.ts';
import { type Service, startService } from '../service.ts';

let service: Service;
let token: string;
let [file, count] = ['', 0];
const folder = removeAtEnd(mkdtempSync(join(tmpdir(), 'synapse-repeats-')));

beforeAll(async () => {
  service = await startService();
  token = await service.newToken(await service.login(), {
    scopes: ['mcp:read', 'mcp:write', 'mcp:synapse', 'mcp:admin'],
  });
});
afterAll(() => service.stop());
beforeEach(() => {
  service.advance(61_000);
  file = join(folder, `rows-${count++}`);
  write((at) => `row ${at} ${WORDS[at % WORDS.length]} ${(at * 7919) % 1000}`);
});

const WORDS = ['alder', 'birch', 'cedar', 'dogwood', 'elm', 'fir', 'ginkgo'].map((word) => `${word}_in_a_row_of_trees`);
/** Null: no such line. */
const write = (line: (at: number) => string | null): void => {
  const lines = Array.from({ length: 200 }, (_, at) => line(at)).filter((text) => text !== null);
  writeFileSync(file, lines.map((text) => `${text}\n`).join(''));
};

/** As a client of a revision with `initialize` does it. */
async function sitDown(): Promise<string> {
  const hello = { jsonrpc: '2.0', id: 0, method: 'initialize', params: { protocolVersion: '2025-11-25' } };
  return (await post(hello)).headers.get('mcp-session-id')!;
}

const post = (body: unknown, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(`${service.url}/tda/mcp`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-ai-token': token, ...headers },
    body: JSON.stringify(body),
  });

interface Result {
  readonly stdout: string;
  readonly filter: string | null;
  readonly saved_tokens: number;
  readonly execution_id: string;
}

async function exec(session: string | null, more: Record<string, unknown> = {}): Promise<Result> {
  const args = { machine: 'local', command: `cat ${file}`, verbose: true, ...more };
  const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'synapse_exec', arguments: args } };
  const answer = await post(call, session === null ? {} : { 'mcp-session-id': session });
  return ((await answer.json()) as { result: { structuredContent: Result } }).result.structuredContent;
}

describe('a command that is run again', () => {
  it('is answered by one line where it prints the same, and the whole can be had', async () => {
    const session = await sitDown();
    const first = await exec(session);
    expect(first.stdout).toContain('row 149 cedar');
    const second = await exec(session);
    expect(second.stdout).toMatch(/^= the output of this command \d+ s ago\n$/);
    expect(second).toMatchObject({ filter: 'repeat', exit_code: 0, truncated: true });
    expect(second.saved_tokens).toBeGreaterThan(first.stdout.length / 5);
    const whole = await service.tool(token, 'synapse_get_output', { execution_id: second.execution_id });
    expect(whole.result.text).toContain('row 149 cedar');
    const { entries } = (await service.tool(token, 'synapse_list_audit_logs', { limit: 1 })).result;
    expect(entries[0]).toMatchObject({ filter: 'repeat', returned_bytes: Buffer.byteLength(second.stdout) });
    // Asked for later, it is whole: nobody knows who asks.
    const later = await service.tool(token, 'synapse_get_execution', { execution_id: second.execution_id });
    expect(later.result.stdout).toBe(first.stdout);
  });

  it('is answered by the lines that changed, each time against the last answer', async () => {
    const session = await sitDown();
    await exec(session);
    write((at) => (at === 70 ? 'row 70 is another' : `row ${at} ${WORDS[at % WORDS.length]} ${(at * 7919) % 1000}`));
    const second = await exec(session);
    expect(second.stdout.split('\n')).toEqual([
      expect.stringMatching(/^≈ the output of this command \d+ s ago, but for this diff:$/),
      '@@ -70 +70 @@',
      expect.stringMatching(/^ row 69 /),
      expect.stringMatching(/^-row 70 alder_/),
      '+row 70 is another',
      expect.stringMatching(/^ row 71 /),
      '',
    ]);
    const third = await exec(session);
    expect(third.stdout).toMatch(/^= the output of this command \d+ s ago\n$/);
  });

  it.each([
    ['of 1,000 tokens', (at: number) => `row ${at} ${'x'.repeat(8)}`, 200],
    ['of 100 rows', (at: number) => (at < 100 ? `row ${at} ${'x'.repeat(100)}` : null), 100],
  ])('is answered whole where it is a short output: %s', async (_name, line, rows) => {
    const session = await sitDown();
    write(line);
    for (let time = 0; time < 2; time++) {
      const { stdout, filter } = await exec(session);
      expect(stdout.trim().split('\n')).toHaveLength(rows);
      expect(filter).not.toBe('repeat');
    }
  });

  it('is answered by the first of many lines that are gone, and how many they are', async () => {
    const session = await sitDown();
    await exec(session);
    write((at) => (at >= 40 && at < 90 ? null : `row ${at} ${WORDS[at % WORDS.length]} ${(at * 7919) % 1000}`));
    const { stdout } = await exec(session);
    expect(stdout).toMatch(/^≈ the output of this command/);
    expect(stdout).toMatch(/\n-row 40 \w+ \d+\n-… and the 49 lines after it\n row 90 /);
    expect(stdout).not.toContain('row 41');
    expect(stdout).not.toContain('No newline');
  });

  it('is answered by what changed besides times, durations, temporary paths and process ids', async () => {
    const session = await sitDown();
    const passing = (run: number) => (at: number) =>
      `row ${at} ${WORDS[at % WORDS.length]} 2026-11-17T10:0${run}:00Z took ${run}${at} ms in /tmp/run-${run} pid=${run}${at}`;
    write(passing(1));
    expect((await exec(session)).stdout).toContain('row 149 cedar');
    write(passing(2));
    expect((await exec(session)).stdout).toMatch(
      /^= the output of this command \d+ s ago, but for times and the like\n$/,
    );
    write((at) => (at === 70 ? 'row 70 is another' : passing(3)(at)));
    const changed = (await exec(session)).stdout;
    expect(changed).toContain('+row 70 is another');
    expect(changed).toContain(`-row 70 ${WORDS[0]} 2026-11-17T10:02:00Z`);
    expect(changed.split('\n').length).toBeLessThan(10);
  });

  it.each<[string, (session: string) => Promise<Result>]>([
    ['raw', (session) => exec(session, { raw: true })],
    ['in another session', async () => exec(await sitDown())],
    ['by a client without a session', () => exec(null)],
    ['in another directory', (session) => exec(session, { cwd: '/' })],
    [
      'half an hour later',
      (session) => {
        service.advance(31 * 60_000);
        return exec(session);
      },
    ],
    [
      'and prints something else altogether',
      (session) => {
        write((at) => `entry ${at} ${(at * 6007) % 997} of another kind`);
        return exec(session);
      },
    ],
  ])('is told whole %s', async (_, again) => {
    const session = await sitDown();
    await exec(session);
    const result = await again(session);
    expect(result.filter).not.toBe('repeat');
    expect(result.stdout).toMatch(/(?:row|entry) 149 /);
  });

  it('is told whole where the first answer was not all of it', async () => {
    const session = await sitDown();
    const command = `cat ${file}; sleep 0.4`;
    const first = await exec(session, { command, wait_seconds: 0 });
    expect(first).toMatchObject({ status: 'running' });
    await service.tool(token, 'synapse_get_execution', { execution_id: first.execution_id, wait_seconds: 10 });
    expect((await exec(session, { command })).filter).not.toBe('repeat');
  });

  it('never shows a line that has become secret since', async () => {
    const session = await sitDown();
    const secret = 'correct-horse-battery-staple';
    write((at) => (at === 70 ? `password ${secret}` : `row ${at} ${WORDS[at % WORDS.length]}`));
    expect((await exec(session)).stdout).toContain(secret);
    await service.tool(token, 'synapse_put_secret', { name: 'LATE', value: secret });
    write((at) => (at === 70 ? 'password gone' : `row ${at} ${WORDS[at % WORDS.length]}`));
    const { stdout } = await exec(session);
    expect(stdout).toContain('-password {{LATE}}');
    expect(stdout).not.toContain(secret);
  });
});
