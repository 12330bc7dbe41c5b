/** A real Caddy with a configuration of its own: the Debian package, unpacked. */
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { shellQuote } from '@synapse/runner';
import { fetchPackages } from './engines.ts';
import { supervise } from './supervise.ts';

export interface Caddy {
  stop(): Promise<void>;
}

export const findCaddy = (): Promise<string> => fetchPackages('caddy', ['caddy']);

/** `url`: it answers when it listens there. */
export async function startCaddy(root: string, url: string, configuration: string): Promise<Caddy> {
  const folder = await mkdtemp(join(tmpdir(), 'synapse-caddy-'));
  const file = join(folder, 'Caddyfile');
  await writeFile(file, `{\n\tadmin off\n}\n${configuration}`);
  const daemon = await supervise({
    argv: [join(root, 'usr/bin/caddy'), 'run', '--adapter', 'caddyfile', '--config', file],
    env: { HOME: folder, XDG_DATA_HOME: join(folder, 'data'), XDG_CONFIG_HOME: join(folder, 'config') },
    log: join(folder, 'log'),
    cleanup: `rm -rf ${shellQuote(folder)}`,
    ready: async () => void (await fetch(`${url}/healthz`)),
  });
  return { stop: () => daemon.stop() };
}
