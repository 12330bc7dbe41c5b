/** Wrong and hostile machines: each is refused with a code, within its time, and nobody else notices. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { engineCertificates } from './engines/tls-certificates.ts';
import { removeAtEnd } from './left-behind.ts';
import { type BadEngines, openBadEngines } from './machine-failures/bad-engines.ts';
import { type BadHosts, openBadHosts } from './machine-failures/bad-hosts.ts';
import {
  type Definition,
  engineDefinitions,
  jumpDefinitions,
  NAMES_REFUSED,
  sshDefinitions,
} from './machine-failures/definitions.ts';
import { keyForms } from './machine-failures/key-forms.ts';
import { type Service, startService, type TestUser } from './service.ts';

const [CONNECT_SECONDS, SHELL_SECONDS] = [9, 3];
/** Both times, and what a busy computer needs in addition. */
const WITHIN_MS = (2 * CONNECT_SECONDS + SHELL_SECONDS) * 1000 + 10_000;
/** How many users define them, and how many of each are tried at once: fewer than thirty a minute, if none counts. */
const USERS = 4;
const AT_ONCE = 5;

let service: Service;
let hosts: BadHosts;
let engines: BadEngines;
let definitions: Definition[];

beforeAll(async () => {
  const folder = removeAtEnd(mkdtempSync(join(tmpdir(), 'synapse-failures-')));
  service = await startService({
    SYNAPSE_CONNECT_SECONDS: String(CONNECT_SECONDS),
    SYNAPSE_SHELL_SECONDS: String(SHELL_SECONDS),
    SYNAPSE_ALLOW_LOCAL: 'all',
    SYNAPSE_USER_CONCURRENCY: String(AT_ONCE),
  });
  hosts = await openBadHosts();
  engines = await openBadEngines(join(folder, 'sockets'), await engineCertificates(join(folder, 'tls')));
  const keys = keyForms();
  const some = keys.filter(({ name }) => ['ed25519', 'any text', 'a public key'].includes(name));
  const entered = hosts.hosts.find(({ name }) => name === 'channel refused')!;
  definitions = [
    ...sshDefinitions(keys, hosts.hosts),
    ...jumpDefinitions(some, hosts.hosts, entered),
    ...engineDefinitions(engines.engines),
  ];
});
afterAll(async () => {
  await service?.stop();
  hosts?.close();
  engines?.close();
});

interface Refused {
  readonly name: string;
  readonly how: 'test' | 'exec';
  readonly code: unknown;
  readonly message: unknown;
  readonly ms: number;
}

/** One name for each value: every secret that a definition names is in every user's vault before the first is tried. */
function secretNames(): Map<string, string> {
  const values = new Set(definitions.flatMap(({ secrets }) => Object.values(secrets)));
  return new Map([...values].map((value, index) => [value, `S_${index}`]));
}

async function refuse(user: TestUser, { name, body, secrets }: Definition, index: number): Promise<Refused[]> {
  const slug = `bad-${index}`;
  const connection = JSON.parse(JSON.stringify(body.connection), (key, value) =>
    key.endsWith('_secret') ? secretNames().get(secrets[value]!) : value,
  );
  const made = await service.call('POST', '/synapse/machines', {
    token: user.session,
    body: { ...body, connection, slug },
  });
  if (made.status !== 201) throw new Error(`${name}: ${JSON.stringify(made.body)}`);
  const both = [
    ['test', `/synapse/machines/${slug}/test`, {}],
    ['exec', '/synapse/exec', { machine: slug, command: 'ls' }],
  ] as const;
  const refused: Refused[] = [];
  for (const [how, path, order] of both) {
    const since = performance.now();
    const { status, body: answer } = await service.call('POST', path, { token: user.session, body: order });
    const ms = performance.now() - since;
    if (how === 'exec' && ![502, 409].includes(status)) throw new Error(`${name}: ${status} ${JSON.stringify(answer)}`);
    if (how === 'test' && answer.ok !== false) throw new Error(`${name}: ${status} ${JSON.stringify(answer)}`);
    refused.push({ name, how, code: answer.code, message: answer.message ?? answer.detail, ms });
  }
  return refused;
}

/** Another user's commands, one after the other, until told to stop. */
function workMeanwhile(users: readonly TestUser[]) {
  let on = true;
  const answers: { body: Record<string, unknown>; ms: number }[] = [];
  const working = (async () => {
    for (let count = 0; on && count < users.length * 29; count++) {
      const since = performance.now();
      const { body } = await service.call('POST', '/synapse/exec', {
        token: users[count % users.length]!.session,
        body: { machine: 'here', command: `echo answer ${count}` },
      });
      answers.push({ body, ms: performance.now() - since });
      await delay(150);
    }
  })();
  return {
    stop: async () => {
      on = false;
      await working;
      return answers;
    },
  };
}

it('each of them is refused, in time, by a code and a message, and others work on', async () => {
  expect(definitions.length).toBeGreaterThan(120);
  const others = await Promise.all(Array.from({ length: 4 }, () => service.newUser('pro')));
  for (const { session } of others) {
    await service.call('POST', '/synapse/machines', { token: session, body: { slug: 'here', kind: 'local' } });
  }
  const users = await Promise.all(Array.from({ length: USERS }, () => service.newUser('pro')));
  for (const { session } of users) {
    for (const [value, name] of secretNames()) {
      await service.call('PUT', `/synapse/secrets/${name}`, { token: session, body: { value } });
    }
  }
  const queue = [...definitions.entries()];
  const meanwhile = workMeanwhile(others);
  const all: Refused[] = [];
  const work = async (user: TestUser): Promise<void> => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      all.push(...(await refuse(user, next[1], next[0])));
    }
  };
  const working = users.flatMap((user) => Array.from({ length: AT_ONCE }, () => work(user)));
  await Promise.all(working).finally(meanwhile.stop);
  const answers = await meanwhile.stop();
  process.stdout.write(`${definitions.length} machines, ${answers.length} commands of others meanwhile\n`);

  expect(all).toHaveLength(2 * definitions.length);
  const expected = new Map(definitions.map(({ name, codes }) => [name, codes]));
  expect(all.filter(({ name, code }) => !expected.get(name)!.includes(String(code)))).toEqual([]);
  expect(all.filter(({ message }) => typeof message !== 'string' || message.includes('{'))).toEqual([]);
  expect(all.filter(({ ms }) => ms > WITHIN_MS)).toEqual([]);

  expect(answers.length).toBeGreaterThan(10);
  for (const [index, { body }] of answers.entries()) {
    expect(body).toMatchObject({ status: 'done', exit_code: 0, stdout: `answer ${index}\n` });
  }
  const slowest = Math.max(...answers.map(({ ms }) => ms));
  expect(slowest).toBeLessThan(10_000);
  expect(service.log.filter((line) => line.includes('"level":50') || line.includes('"level":60'))).toEqual([]);

  // The log says of each that it never started, and none of them took one of the thirty places.
  const [first] = users;
  const logs = await Promise.all(
    users.map(({ session }) =>
      service.call<{ entries: Record<string, unknown>[] }>('GET', '/synapse/executions?limit=200', { token: session }),
    ),
  );
  const entries = logs.flatMap(({ body }) => body.entries);
  expect(entries).toHaveLength(definitions.length);
  for (const entry of entries) expect(entry).toMatchObject({ status: 'refused', exit_code: null, success: false });
  const slug = String(logs[0]!.body.entries.find(({ refusal }) => refusal === 'machine_unreachable')!.machine);
  const more = await Promise.all(
    Array.from({ length: 10 }, () =>
      service.call('POST', '/synapse/exec', { token: first!.session, body: { machine: slug, command: 'ls' } }),
    ),
  );
  expect(more.map(({ body }) => body.code)).toEqual(more.map(() => 'machine_unreachable'));
}, 180_000);

it('names that look like options, or like more than a name, make no machine', async () => {
  const { session } = await service.newUser('pro');
  for (const [index, body] of NAMES_REFUSED.entries()) {
    const slug = `name-${index}`;
    const { status, body: answer } = await service.call('POST', '/synapse/machines', {
      token: session,
      body: { ...body, slug },
    });
    expect([body, status, answer.code]).toEqual([body, 422, 'arguments_invalid']);
  }
  const { body } = await service.call<{ machines: unknown[] }>('GET', '/synapse/machines', { token: session });
  expect(body.machines).toEqual([]);
});
