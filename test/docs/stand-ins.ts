/** What a guide expects on the reader's side (a server, a database, a container engine), as real parts of the test. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createPostgresDatabase } from '../databases.ts';
import { findDockerd, startDockerd } from '../engines/dockerd.ts';
import { type Located, locate } from '../engines/engines.ts';
import { findNats, startNats } from '../engines/nats.ts';
import { locateSshd, startSshd } from '../engines/sshd.ts';

export interface StandIns {
  /** Names in the guide, and what stands for them here. */
  readonly names: readonly (readonly [string, string])[];
  stop(): Promise<unknown>;
}

/** Sets up what is needed; gets the reader's home. */
type SetUp = (home: string) => Promise<StandIns>;

const DATABASE = 'postgres://synapse@db.example/synapse';

export const STAND_INS: Readonly<Record<string, () => Promise<Located<SetUp>>>> = {
  'docs/guides/backup.md': async () => ({
    name: 'postgres',
    found: async () => ({
      names: [
        [DATABASE, await createPostgresDatabase()],
        ['/var/lib/synapse/', '"$SYNAPSE_DATA_DIR"/'],
      ],
      stop: async () => undefined,
    }),
  }),

  'docs/guides/scaling.md': () =>
    locate('nats', async () => {
      const program = await findNats();
      return async (home) => {
        const nats = await startNats(program);
        const key = join(home, 'master_key');
        writeFileSync(key, `${Buffer.alloc(32, 3).toString('base64')}\n`, { mode: 0o600 });
        // The reader's second computer has a data directory and a port of its own.
        const apart = `SYNAPSE_PORT=0 SYNAPSE_DATA_DIR=${join(home, 'second')}`;
        return {
          names: [
            [DATABASE, await createPostgresDatabase()],
            ['nats://nats.example:4222', nats.url],
            ['SYNAPSE_MASTER_KEY_FILE=/run/secrets/master_key', `${apart} SYNAPSE_MASTER_KEY_FILE=${key}`],
          ],
          stop: () => nats.stop(),
        };
      };
    }),

  'docs/guides/first-machine.md': () =>
    locate('dockerd', async () => {
      const [ssh, docker] = [await locateSshd(), await findDockerd()];
      if (!('found' in ssh)) throw new Error(ssh.missing);
      return async (home) => {
        const [sshd, engine] = [await startSshd(ssh.found), await startDockerd(docker)];
        mkdirSync(join(home, '.ssh'), { mode: 0o700 });
        writeFileSync(join(home, '.ssh/id_ed25519'), sshd.privateKey, { mode: 0o600 });
        for (const container of ['app', 'db']) await engine.startContainer(container);
        return {
          names: [
            ['--host web-1.example --user deploy', `--host 127.0.0.1 --port ${sshd.port} --user tester`],
            ['--default-cwd /srv/app', '--default-cwd /tmp'],
            ['/var/run/docker.sock', engine.socket],
          ],
          stop: () => Promise.all([sshd.stop(), engine.stop()]),
        };
      };
    }),
};
