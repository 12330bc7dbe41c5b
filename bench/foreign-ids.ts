/**
 * Whether time tells a stranger that a crew, its machine or its execution exists: each is asked for in turns with one that
 * does not, and both are 404.
 */
import { report } from './figure.ts';
import { bearer, buildServer, startBuiltServer } from './service/built-server.ts';
import { median, timed } from './times.ts';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 600);
const WARM_UP = 60;
/** What a median of this many differs by where both are the same. */
const NOISE = 1.1;

buildServer();
const server = await startBuiltServer({
  env: { SYNAPSE_ALLOW_LOCAL: 'all', SYNAPSE_LIMITS: 'minute=10000,equipage=10000000' },
});
try {
  const owner = bearer((await server.newUser('equipage')).session);
  await server.call('POST', '/crews', { headers: owner, json: { slug: 'theirs', name: 'Theirs' } });
  const machine = { slug: 'web1', kind: 'local' };
  await server.call('POST', '/crews/theirs/synapse/machines', { headers: owner, json: machine });
  const order = { machine: 'theirs/web1', command: 'true' };
  const ran = await server.call<{ execution_id: string }>('POST', '/synapse/exec', { headers: owner, json: order });
  const foreign = ran.execution_id;
  const unknown = `${foreign.slice(0, -4)}${foreign.endsWith('0000') ? '1111' : '0000'}`;

  const stranger = bearer((await server.newUser('equipage')).session);
  let calls = 0;
  const refused = async (method: string, path: string, json?: object): Promise<void> => {
    const address = `127.1.${Math.floor(calls / 5_000)}.${Math.floor(calls++ / 20) % 250}`;
    const found = await server.call(method, path, { headers: stranger, address, ...(json && { json }) }).then(
      () => 'something',
      (error: Error) => error.message,
    );
    if (!found.includes(': 404 ')) throw new Error(`${path}: ${found}`);
  };
  const run = (named: string) => refused('POST', '/synapse/exec', { machine: named, command: 'true' });
  const kinds = {
    'a crew': [() => refused('GET', '/crews/theirs/members'), () => refused('GET', '/crews/nobody/members')],
    'its machines': [
      () => refused('GET', '/crews/theirs/synapse/machines'),
      () => refused('GET', '/crews/nobody/synapse/machines'),
    ],
    'a command on its machine': [() => run('theirs/web1'), () => run('nobody/web1')],
    'its execution': [
      () => refused('GET', `/synapse/executions/${foreign}`),
      () => refused('GET', `/synapse/executions/${unknown}`),
    ],
  } as const;
  for (const [name, [there, notThere]] of Object.entries(kinds)) {
    const [existing, missing]: [number[], number[]] = [[], []];
    for (let round = -WARM_UP; round < ROUNDS; round++) {
      // Each goes first as often as the other.
      const first = round % 2 === 0;
      const [a, b] = [await timed(first ? there : notThere), await timed(first ? notThere : there)];
      if (round < 0) continue;
      existing.push(first ? a : b);
      missing.push(first ? b : a);
    }
    const [one, other] = [median(existing), median(missing)];
    const ratio = Math.max(one, other) / Math.min(one, other);
    report({
      name: `${name}: ${one.toFixed(2)} and ${other.toFixed(2)} ms, apart`,
      value: ratio,
      unit: '×',
      atMost: NOISE,
    });
  }
} finally {
  await server.stop();
}
