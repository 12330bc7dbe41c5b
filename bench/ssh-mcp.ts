/**
 * Sixteen commands at once over 24 ssh machines, beside ssh-mcp, the most used server that does this for one person. In
 * turns on the same sshd, so that whatever else the computer does affects both. Raw ssh2 channels show what is possible.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { locateSshd, startSshd } from '../test/engines/sshd.ts';
import { report } from './figure.ts';
import { bearer, buildServer, startBuiltServer } from './service/built-server.ts';
import { connectRaw, rawExec } from './service/raw-ssh.ts';
import { median, timed } from './times.ts';

const VERSION = '2.11.0';
const MACHINES = 24;
const AT_ONCE = 16;
const CALLS = 480;
const WARM_UP = 2;
const TURNS = 10;

const located = await locateSshd();
if ('missing' in located) throw new Error(`no sshd: ${located.missing}`);
buildServer();
const folder = mkdtempSync(join(tmpdir(), 'synapse-bench-'));
const sshd = await startSshd(located.found);
const ends: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true }), () => sshd.stop()];
const column = [...Array(MACHINES).keys()];

type RunTrue = (machine: number) => Promise<unknown>;

async function startOwn(): Promise<RunTrue> {
  const server = await startBuiltServer({
    env: { SYNAPSE_LIMITS: `minute=10000,pro=10000000,user=${AT_ONCE},machine=${AT_ONCE}` },
  });
  ends.push(() => server.stop());
  const { session, token } = await server.newUser('pro');
  const headers = bearer(session);
  await server.call('PUT', '/synapse/secrets/SSH_KEY', { headers, json: { value: sshd.privateKey } });
  const connection = { host: '127.0.0.1', port: sshd.port, user: 'tester', key_secret: 'SSH_KEY' };
  for (const machine of column) {
    await server.call('POST', '/synapse/machines', { headers, json: { slug: `m${machine}`, kind: 'ssh', connection } });
  }
  let calls = 0;
  /** An address that calls too often is refused. */
  const from = (): string => `127.${Math.floor(calls / 6400) % 250}.1.${Math.floor(calls++ / 50) % 250}`;
  return (machine) => server.tool(token, 'synapse_exec', { machine: `m${machine}`, command: 'true' }, from());
}

async function startOther(): Promise<RunTrue> {
  const install = ['install', '--prefix', folder, '--no-audit', '--no-fund', '--ignore-scripts', `ssh-mcp@${VERSION}`];
  if (spawnSync('npm', install, { stdio: ['ignore', 'ignore', 'inherit'] }).status !== 0)
    throw new Error('ssh-mcp could not be installed');
  const key = join(folder, 'key');
  writeFileSync(key, sshd.privateKey, { mode: 0o600 });
  const profiles = column.map((machine) =>
    [
      '[[profiles]]',
      `name = "m${machine}"`,
      'host = "127.0.0.1"',
      `port = ${sshd.port}`,
      'user = "tester"',
      'auth = "key"',
      `keyRef = "${key}"`,
      'role = "admin"',
      'group = "dev"',
      'approvalPolicy = "auto"',
    ].join('\n'),
  );
  const config = join(folder, 'config.toml');
  writeFileSync(config, `${profiles.join('\n\n')}\n`, { mode: 0o600 });
  const program = join(folder, 'node_modules/ssh-mcp/build/index.js');
  const client = new Client({ name: 'bench', version: '1' });
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [program, `--config=${config}`, '--hostKeyMode=insecure', '--insecureHostKey'],
      env: { PATH: process.env.PATH ?? '', HOME: folder },
      stderr: 'ignore',
    }),
  );
  ends.push(() => client.close());
  return async (machine) => {
    const answer = await client.callTool({
      name: 'run-command',
      arguments: { command: 'true', profile: `m${machine}` },
    });
    if (answer.isError === true) throw new Error(JSON.stringify(answer.content));
  };
}

async function startRaw(): Promise<RunTrue> {
  const clients = await Promise.all(column.map(() => connectRaw(sshd)));
  ends.push(() => clients.forEach((client) => void client.end()));
  return (machine) => rawExec(clients[machine]!, 'true');
}

/** So many calls a second, always so many on their way. */
async function rateOf(run: RunTrue): Promise<number> {
  let next = 0;
  const one = async (): Promise<void> => {
    while (next < CALLS) await run(next++ % MACHINES);
  };
  const ms = await timed(() => Promise.all(Array.from({ length: AT_ONCE }, one)));
  return (1000 * CALLS) / ms;
}

try {
  const sides = { 'raw ssh2': await startRaw(), 'ssh-mcp': await startOther(), synapse_exec: await startOwn() };
  const rates = Object.fromEntries(Object.keys(sides).map((name) => [name, [] as number[]]));
  for (let turn = -WARM_UP; turn < TURNS; turn++) {
    for (const [name, run] of Object.entries(sides)) {
      const rate = await rateOf(run);
      if (turn >= 0) rates[name]!.push(rate);
    }
  }
  for (const [name, all] of Object.entries(rates))
    report({ name: `${name}, commands`, value: median(all), unit: '/s' });
  const ratios = rates.synapse_exec!.map((rate, turn) => rate / rates['ssh-mcp']![turn]!);
  report({ name: 'synapse_exec / ssh-mcp', value: median(ratios), unit: '×', atLeast: 1 });
} finally {
  for (const end of ends.reverse()) await end();
}
