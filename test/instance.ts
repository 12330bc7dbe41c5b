/** One of several instances of the service, as a process, with a client for tests. */
import { randomInt } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ADMIN_PASSWORD, type Client, createClient } from './client.ts';
import { removeAtEnd } from './left-behind.ts';
import { type ServerProcess, startServerProcess } from './server-process.ts';

export { ADMIN_PASSWORD };

export interface Instance extends ServerProcess, Client {
  readonly dataDir: string;
  /** A user with a session and a token. On the default plan it may run commands and has a machine `local`. */
  newUser(plan?: string): Promise<Account>;
  /** Kills it and removes its data directory. */
  remove(): Promise<void>;
}

export interface Account {
  readonly id: string;
  readonly session: string;
  readonly token: string;
}

/** `under`, `service`: see `startServerProcess`. */
export async function startInstance(
  env: Record<string, string>,
  under: readonly string[] = [],
  service?: string,
): Promise<Instance> {
  const dataDir = removeAtEnd(mkdtempSync(join(tmpdir(), 'synapse-instance-')));
  const settings = {
    SYNAPSE_ADMIN_PASSWORD: ADMIN_PASSWORD,
    SYNAPSE_DATA_DIR: dataDir,
    SYNAPSE_DRAIN_SECONDS: '1',
    SYNAPSE_SHELL_SECONDS: '60',
    SYNAPSE_TRUST_PROXY: '127.0.0.1',
    // Only who tests the rate of commands sets it.
    SYNAPSE_LIMITS: 'minute=10000',
    ...env,
  };
  const server = await startServerProcess(settings, under, service);

  // Every call from another address, because the rate per address is not tested here.
  const address = () => `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`;
  const client = createClient(server.url, () => ({ 'x-forwarded-for': address() }));

  return {
    ...server,
    dataDir,
    ...client,
    newUser: async (plan = 'equipage') => {
      const username = `user-${randomInt(1e12)}`;
      const password = `password of ${username}`;
      const account = { username, password, plan, role: 'admin' };
      const { id } = await client.created<{ id: string }>('/admin/users', await client.login(), account);
      const session = await client.login(username, password);
      const token = await client.newToken(session);
      if (plan === 'equipage') await client.created('/synapse/machines', session, { slug: 'local', kind: 'local' });
      return { id, session, token };
    },
    remove: async () => {
      await server.kill('SIGKILL');
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
