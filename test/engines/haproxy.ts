/** A real HAProxy with the shipped configuration in front of several instances: the Debian package, unpacked. */
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { shellQuote } from '@synapse/runner';
import { fetchPackages, freePort, libraryPath } from './engines.ts';
import { supervise } from './supervise.ts';

export interface Haproxy {
  readonly url: string;
  stop(): Promise<void>;
}

export async function findHaproxy(): Promise<string> {
  return fetchPackages('haproxy', ['haproxy', 'liblua5.3-0', 'libopentracing-c-wrapper0', 'libopentracing1']);
}

export async function startHaproxy(root: string, upstreams: readonly string[], at?: number): Promise<Haproxy> {
  const folder = await mkdtemp(join(tmpdir(), 'synapse-haproxy-'));
  const port = at ?? (await freePort());
  const file = join(folder, 'haproxy.cfg');
  await writeFile(file, await configuration(port, upstreams));
  const daemon = await supervise({
    argv: [join(root, 'usr/sbin/haproxy'), '-db', '-f', file],
    env: { PATH: process.env.PATH, LD_LIBRARY_PATH: libraryPath(root) },
    log: join(folder, 'log'),
    cleanup: `rm -rf ${shellQuote(folder)}`,
    ready: () => answers(port),
  });
  return { url: `http://127.0.0.1:${port}`, stop: () => daemon.stop() };
}

/** The shipped file. Only what this computer lacks is replaced: the certificate, the addresses, and some patience. */
async function configuration(port: number, upstreams: readonly string[]): Promise<string> {
  const shipped = await readFile('deploy/haproxy.cfg', 'utf8');
  const servers = upstreams.map((url, index) => `    server i${index} ${new URL(url).host}\n`).join('');
  return shipped
    .replace(/bind :443 .*/, `bind 127.0.0.1:${port}`)
    .replace('X-Forwarded-Proto https', 'X-Forwarded-Proto http')
    .replace('inter 2s', 'inter 300ms')
    .replace(/( {4}server \S+ 10\.0\.0\.\d:8080\n)+/, servers);
}

function answers(port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve();
    }).once('error', reject);
  });
}
