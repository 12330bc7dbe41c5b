/**
 * `synapse cp` of a gigabyte to an ssh machine and back, compared with `scp` on the same sshd in the same run; the same
 * through two jump hosts; and what memory the service takes meanwhile. `FILES_MB=50` tries it with less.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { saveSession } from '../packages/cli/src/session.ts';
import { locateSshd, startSshd } from '../test/engines/sshd.ts';
import { report } from './figure.ts';
import { buildServer, startBuiltServer } from './service/built-server.ts';
import { timed } from './times.ts';

const MEGABYTES = Number(process.env.FILES_MB ?? 1_000);
const ROUNDS = 3;
const PROGRAM = join(import.meta.dirname, '../packages/cli/bin/synapse.js');

const located = await locateSshd();
if ('missing' in located) throw new Error(`no sshd: ${located.missing}`);
buildServer();
const folder = await mkdtemp(join(tmpdir(), 'synapse-bench-files-'));
const sshd = await startSshd(located.found, ['Subsystem sftp internal-sftp']);
const server = await startBuiltServer();

async function run(program: string, args: readonly string[], env: Record<string, string | undefined>): Promise<void> {
  const child = spawn(program, args, { env, stdio: ['ignore', 'ignore', 'inherit'] });
  const code = await new Promise((resolve) => child.once('close', resolve));
  if (code !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${code}`);
}

async function hashOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

/** What no line compresses. */
async function makeFile(file: string): Promise<void> {
  const handle = await open(file, 'w');
  const block = Buffer.alloc(1_000_000);
  for (let index = 0; index < MEGABYTES; index++) {
    crypto.getRandomValues(block.subarray(0, 65_536));
    await handle.write(block);
  }
  await handle.close();
}

try {
  const { session, token } = await server.newUser('pro');
  await server.tool(token, 'synapse_put_secret', { name: 'SSH_KEY', value: sshd.privateKey });
  const connection = { host: '127.0.0.1', port: sshd.port, user: 'tester', key_secret: 'SSH_KEY' };
  await server.tool(token, 'synapse_create_machine', { slug: 'bench', kind: 'ssh', connection });
  // Each of the three logs in at the same sshd, one inside the other.
  const behindTwo = { ...connection, jump: { ...connection, jump: connection } };
  await server.tool(token, 'synapse_create_machine', { slug: 'far', kind: 'ssh', connection: behindTwo });
  const url = `http://127.0.0.1:${server.port}`;
  const env = { PATH: process.env.PATH, HOME: folder, XDG_CONFIG_HOME: folder, SYNAPSE_URL: url };
  const expires_at = new Date(Date.now() + 3600_000).toISOString();
  saveSession(env, { url, username: 'bench-1', access_token: session, expires_at });
  const key = join(folder, 'key');
  await writeFile(key, sshd.privateKey, { mode: 0o600 });
  const known = ['-o', 'StrictHostKeyChecking=no', '-o', `UserKnownHostsFile=${folder}/known`];
  const scp = (from: string, to: string) =>
    run('scp', ['-q', '-F', 'none', ...known, '-i', key, '-P', String(sshd.port), from, to], env);
  const cp = (from: string, to: string) => run(process.execPath, [PROGRAM, 'cp', from, to], env);
  const here = join(folder, 'here');
  const there = join(sshd.home('tester'), 'there');
  await makeFile(here);
  const wanted = await hashOf(here);
  const best = { up: Number.POSITIVE_INFINITY, down: Number.POSITIVE_INFINITY };
  const [plain, own] = [{ ...best }, { ...best }];
  for (let round = 0; round < ROUNDS; round++) {
    plain.up = Math.min(plain.up, await timed(() => scp(here, `tester@127.0.0.1:${there}`)));
    own.up = Math.min(own.up, await timed(() => cp(here, `bench:${there}`)));
    if ((await hashOf(there)) !== wanted) throw new Error('what arrived there is not what was sent');
    plain.down = Math.min(plain.down, await timed(() => scp(`tester@127.0.0.1:${there}`, join(folder, 'back'))));
    await rm(join(folder, 'back'));
    own.down = Math.min(own.down, await timed(() => cp(`bench:${there}`, join(folder, 'back'))));
    if ((await hashOf(join(folder, 'back'))) !== wanted) throw new Error('what came back is not what was there');
    await rm(join(folder, 'back'));
  }
  for (const way of ['up', 'down'] as const) {
    report({ name: `${MEGABYTES} MB ${way}, scp`, value: (MEGABYTES * 1000) / plain[way], unit: 'MB/s' });
    report({ name: `${MEGABYTES} MB ${way}, cp / scp`, value: plain[way] / own[way], unit: '×', atLeast: 0.7 });
  }
  const far = {
    up: await timed(() => cp(here, `far:${there}`)),
    down: await timed(() => cp(`far:${there}`, join(folder, 'back'))),
  };
  for (const file of [there, join(folder, 'back')])
    if ((await hashOf(file)) !== wanted) throw new Error('what came through two jump hosts is not what was sent');
  for (const way of ['up', 'down'] as const)
    report({ name: `${MEGABYTES} MB ${way}, two jump hosts`, value: (MEGABYTES * 1000) / far[way], unit: 'MB/s' });
  report({ name: 'memory of the service, at its peak', value: server.memory().peak, unit: 'MiB', atMost: 200 });
} finally {
  await server.stop();
  await sshd.stop();
  await rm(folder, { recursive: true, force: true });
}
