/** What stands outside a sandbox while somebody inside tries to change or reach it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { removeAtEnd } from '../left-behind.ts';

export interface Witness {
  /** For the attempts. */
  readonly env: Readonly<Record<string, string>>;
  /** Everything that must stay as it is. */
  state(): object;
  /** Children of attempts that are still there. */
  napping(): string[];
  /** The attempts that were heard. */
  heard(): string[];
  /** Entries that attempts have made. */
  made(): string[];
  stop(): void;
}

const KERNEL = ['kernel/core_pattern', 'kernel/sysrq', 'vm/swappiness'].filter((name) =>
  existsSync(`/proc/sys/${name}`),
);

const SHARED = ['shm', 'msg', 'sem'];

/** `uid`: whose the folder and the victim are. Not below /tmp, which is another one inside. */
export async function startWitness(uid: number): Promise<Witness> {
  const folder = removeAtEnd(mkdtempSync('/var/tmp/synapse-look-test-'));
  for (const name of ['keep', 'old']) writeFileSync(join(folder, name), 'kept\n', { mode: 0o600 });
  for (const path of [folder, join(folder, 'keep'), join(folder, 'old')]) chownSync(path, uid, uid);
  const heard: string[] = [];
  const hear = (chunk: Buffer) => heard.push(...chunk.toString().trim().split('\n'));
  const [path, abstract] = [join(folder, 'sock'), `synapse-look-${randomInt(1e9)}`];
  const listen = async (where: object): Promise<Server> => {
    const server = createServer((socket) => {
      heard.push('somebody');
      socket.on('data', hear).on('error', () => undefined);
    }).listen(where);
    await once(server, 'listening');
    return server;
  };
  const servers = [
    await listen({ host: '127.0.0.1', port: 0 }),
    await listen({ path }),
    await listen({ path: `\0${abstract}` }),
  ];
  chmodSync(path, 0o777);
  const udp = createSocket('udp4').on('message', hear).bind(0, '127.0.0.1');
  await once(udp, 'listening');
  const victim: ChildProcess = spawn('sleep', ['600'], { stdio: 'ignore', detached: true, uid, gid: uid });
  const key = String(randomInt(2 ** 30));
  const nap = `31.${randomInt(1e6, 1e7)}`;
  const fact = (name: string) => {
    const { mode, uid: owner, mtimeMs } = statSync(join(folder, name));
    return { mode, owner, mtimeMs, text: readFileSync(join(folder, name), 'utf8') };
  };
  return {
    env: {
      W: folder,
      SOCK: path,
      ABSTRACT: abstract,
      VICTIM: String(victim.pid),
      NAP: nap,
      KEY: key,
      PORT: String((servers[0]!.address() as AddressInfo).port),
      UDP: String(udp.address().port),
    },
    state: () => ({
      keep: fact('keep'),
      old: fact('old'),
      host: hostname(),
      /** Running or waiting, and neither stopped nor dead. */
      alive: /\) [RSD]/.test(readFileSync(`/proc/${victim.pid}/stat`, 'utf8')),
      shared: SHARED.some((name) => readFileSync(`/proc/sysvipc/${name}`, 'utf8').split(/\s+/).includes(key)),
      kernel: KERNEL.map((name) => readFileSync(`/proc/sys/${name}`, 'utf8')),
    }),
    napping: () => napping(nap),
    heard: () => [...new Set(heard)],
    made: () => readdirSync(folder).filter((name) => !['keep', 'old', 'sock'].includes(name)),
    stop: () => {
      for (const server of servers) server.close();
      udp.close();
      victim.kill('SIGKILL');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Processes that sleep for exactly this long. */
function napping(nap: string): string[] {
  return readdirSync('/proc').filter((pid) => {
    if (!/^\d+$/.test(pid)) return false;
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')[1] === nap;
    } catch {
      return false;
    }
  });
}
