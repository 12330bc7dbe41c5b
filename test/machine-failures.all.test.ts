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

/**
 * The times of a service that meets those machines which only they put an end to. Where a machine ends the wait by
 * itself they are far away: a busy computer must not make one answer of another.
 */
const FAR = 120;
const TIMES = {
  connect: { connect: 1, shell: FAR },
  shell: { connect: FAR, shell: 4 },
  itself: { connect: FAR, shell: FAR },
} as const;
type Ends = keyof typeof TIMES;
const ENDS = Object.keys(TIMES) as Ends[];
/** Each time at most once or twice, and the work itself, on a computer that is busy with other tests. */
const WITHIN_MS = 100_000;
/** How many users of each service define them, and how many of each are tried at once: fewer than thirty a minute, if none counts. */
const USERS: Readonly<Record<Ends, number>> = { connect: 3, shell: 2, itself: 4 };
const AT_ONCE = 5;

const services = new Map<Ends, Service>();
let hosts: BadHosts;
let engines: BadEngines;
let definitions: Definition[];

beforeAll(async () => {
  const folder = removeAtEnd(mkdtempSync(join(tmpdir(), 'synapse-failures-')));
  for (const ends of ENDS) {
    const settings = {
      SYNAPSE_SHELL_SECONDS: String(TIMES[ends].shell),
      SYNAPSE_ALLOW_LOCAL: 'all',
      SYNAPSE_LIMITS: `user=${AT_ONCE}`,
    };
    const service = await startService(settings, { connectSeconds: TIMES[ends].connect });
    services.set(ends, service);
  }
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
  await Promise.all([...services.values()].map((service) => service.stop()));
  hosts?.close();
  engines?.close();
});

interface Refused {
  readonly name: string;
  readonly ends: Ends;
  readonly how: 'test' | 'exec';
  readonly code: unknown;
  readonly message: unknown;
  readonly ms: number;
}

/** One name for each value: every secret that a definition names is in every user's vault before the first is tried. */
function secretNames(of: Ends): Map<string, string> {
  const values = new Set(definitions.flatMap(({ ends, secrets }) => (ends === of ? Object.values(secrets) : [])));
  return new Map([...values].map((value, index) => [value, `S_${index}`]));
}

async function refuse(user: TestUser, { name, body, secrets, ends }: Definition, index: number): Promise<Refused[]> {
  const service = services.get(ends)!;
  const slug = `bad-${index}`;
  const connection = JSON.parse(JSON.stringify(body.connection), (key, value) =>
    key.endsWith('_secret') ? secretNames(ends).get(secrets[value]!) : value,
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
    refused.push({ name, ends, how, code: answer.code, message: answer.message ?? answer.detail, ms });
  }
  return refused;
}

/** Another user's commands on each of the services, one after the other, until told to stop. */
function workMeanwhile(others: readonly (readonly Worker[])[]) {
  let on = true;
  const answers: { command: string; body: Record<string, unknown>; ms: number }[] = [];
  const work = async (workers: readonly Worker[]): Promise<void> => {
    for (let count = 0; on && count < workers.length * 29; count++) {
      const { service, user } = workers[count % workers.length]!;
      const command = `echo answer ${count}`;
      const order = { token: user.session, body: { machine: 'here', command } };
      const since = performance.now();
      const { body } = await service.call('POST', '/synapse/exec', order);
      answers.push({ command, body, ms: performance.now() - since });
      await delay(100);
    }
  };
  const working = Promise.all(others.map(work));
  return {
    stop: async () => {
      on = false;
      await working;
      return answers;
    },
  };
}

interface Worker {
  readonly service: Service;
  readonly user: TestUser;
}

const usersOf = async (service: Service, length: number): Promise<Worker[]> =>
  Promise.all(Array.from({ length }, async () => ({ service, user: await service.newUser('pro') })));

it('each of them is refused, in time, by a code and a message, and others work on', async () => {
  expect(definitions.length).toBeGreaterThan(120);
  const others = await Promise.all([...services.values()].map((service) => usersOf(service, 2)));
  for (const { service, user } of others.flat()) {
    await service.call('POST', '/synapse/machines', { token: user.session, body: { slug: 'here', kind: 'local' } });
  }
  const users = new Map<Ends, Worker[]>();
  for (const [ends, service] of services) {
    const workers = await usersOf(service, USERS[ends]);
    users.set(ends, workers);
    const secrets = [...secretNames(ends)];
    await Promise.all(
      workers.map(async ({ user: { session } }) => {
        for (const [value, name] of secrets) {
          await service.call('PUT', `/synapse/secrets/${name}`, { token: session, body: { value } });
        }
      }),
    );
  }
  const meanwhile = workMeanwhile(others);
  const all: Refused[] = [];
  const working = ENDS.flatMap((ends) => {
    const queue = [...definitions.entries()].filter(([, definition]) => definition.ends === ends);
    const work = async ({ user }: Worker): Promise<void> => {
      for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
        all.push(...(await refuse(user, next[1], next[0])));
      }
    };
    return users.get(ends)!.flatMap((worker) => Array.from({ length: AT_ONCE }, () => work(worker)));
  });
  await Promise.all(working).finally(meanwhile.stop);
  const answers = await meanwhile.stop();
  process.stdout.write(`${definitions.length} machines, ${answers.length} commands of others meanwhile\n`);

  expect(all).toHaveLength(2 * definitions.length);
  const expected = new Map(definitions.map(({ name, codes }) => [name, codes]));
  expect(all.filter(({ name, code }) => !expected.get(name)!.includes(String(code)))).toEqual([]);
  expect(all.filter(({ message }) => typeof message !== 'string' || message.includes('{'))).toEqual([]);
  expect(all.filter(({ ms }) => ms > WITHIN_MS)).toEqual([]);

  expect(answers.length).toBeGreaterThan(10);
  for (const { command, body } of answers) {
    expect(body).toMatchObject({ status: 'done', exit_code: 0, stdout: `${command.slice('echo '.length)}\n` });
  }
  expect(Math.max(...answers.map(({ ms }) => ms))).toBeLessThan(50_000);
  const logged = [...services.values()].flatMap(({ log }) => log);
  expect(logged.filter((line) => line.includes('"level":50') || line.includes('"level":60'))).toEqual([]);

  // The log says of each that it never started, and none of them took one of the thirty places.
  const logs = await Promise.all(
    [...users.values()].flat().map(async ({ service, user: { session } }) => {
      const path = '/synapse/executions?limit=200';
      return (await service.call<{ entries: Record<string, unknown>[] }>('GET', path, { token: session })).body.entries;
    }),
  );
  expect(logs.flat()).toHaveLength(definitions.length);
  for (const entry of logs.flat()) expect(entry).toMatchObject({ status: 'refused', exit_code: null, success: false });
  const [{ service, user }] = users.get('itself')! as [Worker];
  const own = logs[[...users.values()].flat().findIndex((worker) => worker.user === user)]!;
  const { machine } = own.find(({ refusal }) => refusal === 'machine_unreachable')!;
  const order = { token: user.session, body: { machine, command: 'ls' } };
  const more = await Promise.all(Array.from({ length: 10 }, () => service.call('POST', '/synapse/exec', order)));
  expect(more.map(({ body }) => body.code)).toEqual(more.map(() => 'machine_unreachable'));
}, 900_000);

it('names that look like options, or like more than a name, make no machine', async () => {
  const service = services.get('itself')!;
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
