/**
 * Images under the names that the Compose file has, for an engine that can fetch none: PostgreSQL from a development
 * dependency and NATS from its Debian package, each on a Debian. They take the same variables, commands and folders as
 * the published ones.
 */
import { execFile } from 'node:child_process';
import { appendFileSync, chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { removeAtEnd } from '../left-behind.ts';
import { fetchPackages } from './engines.ts';
import { findNats } from './nats.ts';
import { fillDebianRoot, findNodeImage } from './node-image.ts';
import { postgresFolder } from './postgres.ts';

const run = promisify(execFile);

export interface StandInParts {
  readonly debian: string;
  readonly nats: string;
  readonly postgresClient: string;
}

export async function findStandIns(): Promise<StandInParts> {
  return {
    debian: await findNodeImage(),
    nats: await findNats(),
    postgresClient: await fetchPackages('postgresql-client', ['postgresql-client-15']),
  };
}

/** At its first start it makes the user and the database that the variables name; nobody gets in without the password. */
const BEGIN = `#!/bin/sh
set -e
PATH=/usr/lib/postgresql/bin:$PATH
data=/var/lib/postgresql/18/docker
as_postgres() { setpriv --reuid=postgres --regid=postgres --clear-groups "$@"; }
if [ ! -s "$data/PG_VERSION" ]; then
  mkdir -p "$data"
  chown -R postgres:postgres /var/lib/postgresql
  install -m 600 -o postgres "$POSTGRES_PASSWORD_FILE" /tmp/password
  as_postgres initdb -D "$data" -U "$POSTGRES_USER" --pwfile=/tmp/password \\
    --auth-local=trust --auth-host=scram-sha-256 --locale=C.UTF-8 -E UTF8
  rm /tmp/password
  echo 'host all all all scram-sha-256' >>"$data/pg_hba.conf"
  echo "create database \\"$POSTGRES_DB\\"" | as_postgres postgres --single -D "$data" postgres
fi
exec setpriv --reuid=postgres --regid=postgres --clear-groups postgres -D "$data" -c 'listen_addresses=*'
`;

/** `docker`: the client of the engine that gets them. */
export async function importStandIns(parts: StandInParts, docker: string): Promise<void> {
  await importRoot(parts.debian, docker, 'nats:2', '["/usr/sbin/nats-server"]', (root) => {
    cpSync(join(parts.nats, 'usr/sbin/nats-server'), join(root, 'usr/sbin/nats-server'));
  });
  await importRoot(parts.debian, docker, 'postgres:18', '["/usr/local/bin/begin"]', (root) => {
    appendFileSync(join(root, 'etc/passwd'), 'postgres:x:999:999::/var/lib/postgresql:/bin/sh\n');
    appendFileSync(join(root, 'etc/group'), 'postgres:x:999:\n');
    const [installed, local] = [join(root, 'usr/lib/postgresql'), join(root, 'usr/local/bin')];
    mkdirSync(join(root, 'var/lib/postgresql'), { recursive: true });
    mkdirSync(local, { recursive: true });
    cpSync(postgresFolder(), installed, { recursive: true, verbatimSymlinks: true });
    cpSync(join(parts.postgresClient, 'usr/lib/postgresql/15/bin/pg_isready'), join(installed, 'bin/pg_isready'));
    const isReady = 'LD_LIBRARY_PATH=/usr/lib/postgresql/lib exec /usr/lib/postgresql/bin/pg_isready "$@"';
    for (const [name, text] of [
      ['begin', BEGIN],
      ['pg_isready', `#!/bin/sh\n${isReady}\n`],
    ] as const) {
      writeFileSync(join(local, name), text);
      chmodSync(join(local, name), 0o755);
    }
  });
}

async function importRoot(
  debian: string,
  docker: string,
  name: string,
  entrypoint: string,
  fill: (root: string) => void,
): Promise<void> {
  const folder = removeAtEnd(mkdtempSync(join(tmpdir(), 'synapse-stand-in-')));
  const [root, tar] = [join(folder, 'root'), join(folder, 'root.tar')];
  await fillDebianRoot(debian, root);
  fill(root);
  await run('tar', ['-C', root, '--owner=0', '--group=0', '-cf', tar, '.']);
  await run(docker, ['import', '--change', `ENTRYPOINT ${entrypoint}`, tar, name]);
  rmSync(folder, { recursive: true, force: true });
}
