/**
 * An unexpected error: it ends the command it belongs to, and the service only when the service's own state is in
 * doubt.
 */
import { createServer } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { generateEd25519 } from './engines/ed25519-keys.ts';
import { type Account, type Instance, startInstance } from './instance.ts';

/** They accept and stay silent, so only the fault ends what connects to them. */
const silent = [createServer((socket) => void socket.on('error', () => {}).resume())];
let instance: Instance;
let user: Account;
let [throwing, rejecting] = [0, 0];

const listen = (server: (typeof silent)[number]) =>
  new Promise<number>((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as { port: number }).port));
  });

beforeAll(async () => {
  silent.push(createServer((socket) => void socket.on('error', () => {}).resume()));
  [throwing, rejecting] = [await listen(silent[0]!), await listen(silent[1]!)];
  instance = await startInstance({
    NODE_OPTIONS: '--import ./test/faults/throw-on-connect.mjs',
    TEST_THROW_PORT: String(throwing),
    TEST_REJECT_PORT: String(rejecting),
  });
  user = await instance.newUser();
  const token = user.session;
  await instance.call('PUT', '/synapse/secrets/KEY', { token, body: { value: generateEd25519().private } });
  for (const [slug, port] of [
    ['throws', throwing],
    ['rejects', rejecting],
  ] as const) {
    const connection = { host: '127.0.0.1', port, user: 'tester', key_secret: 'KEY' };
    await instance.call('POST', '/synapse/machines', { token, body: { slug, kind: 'ssh', connection } });
  }
});
afterAll(async () => {
  await instance?.remove();
  for (const server of silent) server.close();
});

const exec = (machine: string, more: object = {}) =>
  instance.call('POST', '/synapse/exec', { token: user.session, body: { machine, command: 'echo hi', ...more } });
const logged = (text: string) =>
  instance
    .stderr()
    .split('\n')
    .filter((line) => line.includes(text))
    .map((line) => JSON.parse(line) as Record<string, unknown>);
const counted = async (scope: string) => {
  const text = await (await fetch(`${instance.url}/metrics`)).text();
  return Number(new RegExp(`synapse_unexpected_errors_total\\{scope="${scope}"\\} (\\d+)`).exec(text)?.[1] ?? 0);
};

it('a callback that throws ends its command, is logged under its request and counted; others run on', async () => {
  const [first, other] = await Promise.all([exec('throws'), exec('local')]);
  expect(first).toMatchObject({ status: 500, body: { code: 'internal' } });
  expect(other).toMatchObject({ status: 200, body: { stdout: 'hi\n', exit_code: 0 } });
  const requestId = first.headers.get('x-request-id');
  expect(String(first.body.detail)).toContain(requestId);
  const [line, ...more] = logged('a callback of an executor throws');
  expect(line).toMatchObject({ level: 'error', request_id: requestId, execution_id: expect.any(String) });
  expect(more).toEqual([]);
  expect(await counted('command')).toBe(1);

  // Whoever does not wait for it finds the same.
  const { body } = await exec('throws', { wait_seconds: 0 });
  const seen = await instance.call('GET', `/synapse/executions/${body.execution_id}?wait_seconds=20`, {
    token: user.session,
  });
  expect(seen.body).toMatchObject({ status: 'interrupted', exit_code: null, refusal: { code: 'internal' } });
  expect(await counted('command')).toBe(2);
  const { body: test } = await instance.call('POST', '/synapse/machines/throws/test', { token: user.session });
  expect(test).toMatchObject({ code: 'internal' });
  expect((await exec('local')).body).toMatchObject({ stdout: 'hi\n' });
});

it('so does a promise that nobody waits for', async () => {
  expect(await exec('rejects')).toMatchObject({ status: 500, body: { code: 'internal' } });
  expect(logged('nobody waits for this promise')).toMatchObject([{ request_id: expect.any(String) }]);
  expect((await exec('local')).body).toMatchObject({ stdout: 'hi\n' });
});

it('one that belongs to no command leaves the state in doubt: the process says so, and ends', async () => {
  expect(await instance.kill('SIGUSR2')).toBe(1);
  expect(logged('unexpected error: exiting')).toMatchObject([
    { level: 'fatal', err: { message: expect.stringContaining('itself') } },
  ]);
});
