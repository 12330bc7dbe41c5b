/** A service with the built page and an empty data directory, on a port of its own. */
import { type RestartableServer, startRestartableServer } from '../restartable-server.ts';
import { buildPage } from './built-page.ts';

export const ADMIN = { username: 'admin', password: 'a long enough password' } as const;

export interface Instance extends RestartableServer {
  /** Kills it as a power cut would, and starts it again where it was. */
  killAndRestart(): Promise<void>;
}

export async function startInstance(env: Readonly<Record<string, string>> = {}): Promise<Instance> {
  await buildPage();
  const server = await startRestartableServer({ SYNAPSE_ADMIN_PASSWORD: ADMIN.password, ...env });
  return {
    ...server,
    killAndRestart: async () => {
      await server.kill();
      await server.start();
    },
  };
}
