/**
 * One command on fifty machines, each an account of a real sshd: how long it takes compared with the slowest of them, and
 * what the answer costs compared with fifty. `node bench/many.ts 8` tries it with fewer.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { locateSshd, startSshd } from '../test/engines/sshd.ts';
import { report } from './figure.ts';
import { buildServer, startBuiltServer } from './service/built-server.ts';
import { timed } from './times.ts';

const COUNT = Number(process.argv[2] ?? 50);
const SLOWEST_SECONDS = 3;

interface Answer {
  readonly succeeded: number;
  readonly groups: readonly unknown[];
}

const located = await locateSshd();
if ('missing' in located) throw new Error(`no sshd: ${located.missing}`);
const slugs = Array.from({ length: COUNT }, (_, index) => `web-${index + 1}`);
const sshd = await startSshd(located.found, [], slugs);
buildServer();
const server = await startBuiltServer({ env: { SYNAPSE_LIMITS: 'minute=1000' } });
try {
  const { token } = await server.newUser('pro');
  const tool = <T>(name: string, args: Record<string, unknown>) => server.tool<T>(token, name, args);
  await tool('synapse_put_secret', { name: 'FLEET_KEY', value: sshd.privateKey });
  const lines = Array.from({ length: 60 }, (_, line) => `ii  package-${line}  1.${line}.0-1  amd64`);
  for (const [index, slug] of slugs.entries()) {
    const connection = { host: '127.0.0.1', port: sshd.port, user: slug, key_secret: 'FLEET_KEY' };
    await tool('synapse_create_machine', { slug, kind: 'ssh', connection, tags: ['web'] });
    const own = index === 3 || index === 7 ? lines.with(index, 'rc  gone') : lines;
    await writeFile(join(sshd.home(slug), 'answer'), `${own.join('\n')}\n`);
  }
  const many = (command: string) =>
    tool<Answer>('synapse_exec_many', { machines: ['tag:web'], command, max_parallel: 50, timeout_seconds: 60 });
  // Connections are made once; both sides have them then.
  await many('true');

  const slow = `[ "$USER" != web-1 ] || sleep ${SLOWEST_SECONDS}; sleep 1`;
  const single = await timed(() => tool('synapse_exec', { machine: 'web-1', command: slow }));
  const whole = await timed(() => many(slow));
  report({ name: `${COUNT} machines / the slowest of them`, value: whole / single, unit: '×', atMost: 1.3 });

  const singles: unknown[] = [];
  for (const machine of slugs) singles.push(await tool('synapse_exec', { machine, command: 'cat answer' }));
  const together = await many('cat answer');
  if (together.succeeded !== COUNT) throw new Error(JSON.stringify(together).slice(0, 2_000));
  const share = JSON.stringify(together).length / JSON.stringify(singles).length;
  report({ name: `tokens of one answer / of ${COUNT}`, value: share * 100, unit: '%', atMost: COUNT >= 50 ? 10 : 40 });
} finally {
  await server.stop();
  await sshd.stop();
}
