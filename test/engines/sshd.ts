/**
 * A real OpenSSH sshd on a random port of 127.0.0.1, with invented accounts: nothing of the host is read or changed.
 */

import { type ChildProcess, spawn } from 'node:child_process';
import { access, chmod, chown, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SPARE_UID } from '../spare-uid.ts';
import { generateEd25519 } from './ed25519-keys.ts';
import { fetchPackages, freePort, type Located, libraryPath, locate } from './engines.ts';
import { descendants, signalAll } from './process-tree.ts';

export interface SshdProgram {
  readonly sshd: string;
  readonly libraries: string;
  readonly nssWrapper: string;
}

const isRoot = process.getuid?.() === 0;
const ORDINARY_UID = isRoot ? SPARE_UID : process.getuid!();

export const PASSWORD = 'correct horse "battery" $taple';
export const PASSWORD_HASH =
  '$6$synapsetest$aJudH248lKnNMT7wsimegRAj9tmIhLzk5CuFCeb9Ce/u/o0KMDwTqpO9RrKJKgOswDEmUjkWVwzg0Buuqq/4p1';
export const PASSPHRASE = 'open sesame';
/** What the noisy account's start-up file prints, on both streams, before any command. */
export const NOISE = 'Welcome to the noisy machine, 3 updates pending';

export const locateSshd = (): Promise<Located<SshdProgram>> =>
  locate('sshd', async () => {
    const root = await fetchPackages('sshd', ['openssh-server', 'libwrap0', 'libnss-wrapper']);
    const libraries = libraryPath(root);
    const nssWrapper = libraries.split(':').map((folder) => join(folder, 'libnss_wrapper.so'));
    for (const candidate of nssWrapper) {
      if (
        await access(candidate).then(
          () => true,
          () => false,
        )
      ) {
        return { sshd: join(root, 'usr/sbin/sshd'), libraries, nssWrapper: candidate };
      }
    }
    throw new Error('libnss_wrapper.so not found in its package');
  });

export interface Sshd {
  readonly port: number;
  /**
   * Accounts: `tester` (ordinary, a key and no password), `noisy` (its .bashrc prints), `root` only when run as root.
   */
  readonly users: readonly string[];
  readonly privateKey: string;
  /** The same key, under PASSPHRASE. */
  readonly encryptedKey: string;
  /** The current host key as `ssh-ed25519 AAAA…`. */
  hostKey(): string;
  home(user: string): string;
  log(): string;
  /**
   * A signal to the processes that hold connections now: SIGSTOP makes these half open, while new ones are accepted.
   */
  signalSessions(signal: NodeJS.Signals): Promise<void>;
  /** Every connection ends; what runs behind them is left to itself. `forGood`: and no new one is answered. */
  dropConnections(options?: { forGood?: boolean }): Promise<void>;
  /** Like pulling the plug: sshd, its sessions and what runs in them are gone. */
  kill(): Promise<void>;
  /** A reboot: kills it, then listens again on the same port, with another host key if asked. */
  restart(options?: { newHostKey?: boolean }): Promise<void>;
  stop(): Promise<void>;
}

/**
 * `config`: further sshd_config lines. They win over the defaults, because sshd takes the first value it reads. `more`:
 * further accounts, each with an id of its own.
 */
export async function startSshd(
  program: SshdProgram,
  config: readonly string[] = [],
  more: readonly string[] = [],
): Promise<Sshd> {
  const dir = await mkdtemp(join(tmpdir(), 'synapse-sshd-'));
  await chmod(dir, 0o755);
  if (isRoot) await mkdir('/run/sshd', { recursive: true, mode: 0o755 });
  const users = ['tester', 'noisy', ...(isRoot ? ['root'] : []), ...more];
  const home = (user: string) => join(dir, 'home', user);
  const client = generateEd25519();
  const encrypted = generateEd25519({
    passphrase: PASSPHRASE,
    cipher: 'aes256-cbc',
    rounds: 4,
  });
  const port = await freePort();

  await writeAccounts(dir, users, home, more);
  await writeFile(join(dir, 'authorized_keys'), `${client.public}\n${encrypted.public}\n`, { mode: 0o644 });
  await writeFile(
    join(dir, 'sshd_config'),
    [
      ...config,
      `Port ${port}`,
      'ListenAddress 127.0.0.1',
      `HostKey ${dir}/host_key`,
      `PidFile ${dir}/sshd.pid`,
      `AuthorizedKeysFile ${dir}/authorized_keys`,
      'StrictModes no',
      'UsePAM no',
      'PasswordAuthentication yes',
      'PermitRootLogin yes',
      `Banner ${dir}/banner`,
      // By default, beyond ten that are not yet logged in, connections are dropped at random.
      'MaxStartups 200',
      'LogLevel VERBOSE',
      '',
    ].join('\n'),
  );
  await writeFile(join(dir, 'banner'), 'Authorised use only\n');

  let hostKey = '';
  const newHostKey = async () => {
    const pair = generateEd25519();
    hostKey = pair.public.trim();
    await writeFile(join(dir, 'host_key'), pair.private, { mode: 0o600 });
  };
  await newHostKey();

  const undertaker = startUndertaker(dir);
  let log = '';
  let child: ChildProcess;
  const listen = async () => {
    child = spawn(program.sshd, ['-D', '-e', '-f', join(dir, 'sshd_config')], {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: {
        PATH: process.env.PATH,
        LD_LIBRARY_PATH: program.libraries,
        LD_PRELOAD: program.nssWrapper,
        NSS_WRAPPER_PASSWD: join(dir, 'passwd'),
        NSS_WRAPPER_GROUP: join(dir, 'group'),
        NSS_WRAPPER_SHADOW: join(dir, 'shadow'),
      },
    });
    await new Promise<void>((resolve, reject) => {
      child.once('error', reject);
      child.once('exit', (code) => reject(new Error(`sshd ended with ${code}: ${log}`)));
      child.stderr!.setEncoding('utf8').on('data', (text: string) => {
        log = (log + text).slice(-100_000);
        if (log.includes('Server listening')) resolve();
      });
    });
  };
  await listen();

  const kill = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const gone = new Promise((resolve) => child.once('exit', resolve));
    signalAll([...(await descendants(child.pid!)), child.pid!], 'SIGKILL');
    await gone;
  };
  return {
    port,
    users,
    privateKey: client.private,
    encryptedKey: encrypted.private,
    hostKey: () => hostKey,
    home,
    log: () => log,
    signalSessions: async (signal) => signalAll(await descendants(child.pid!, /^sshd:/), signal),
    dropConnections: async ({ forGood = false } = {}) => {
      if (forGood) signalAll([child.pid!], 'SIGSTOP');
      signalAll(await descendants(child.pid!, /^sshd:/), 'SIGKILL');
    },
    kill,
    restart: async ({ newHostKey: another = false } = {}) => {
      await kill();
      log = '';
      if (another) await newHostKey();
      await listen();
    },
    stop: async () => {
      await kill();
      await rm(join(dir, 'sshd.pid'), { force: true });
      await undertaker.bury();
    },
  };
}

/** Ends sshd and removes its folder when told, and also when the test process itself was killed. */
function startUndertaker(dir: string): { bury(): Promise<void> } {
  const text = 'read -r _; read -r pid <"$1/sshd.pid" && kill "$pid"; rm -rf "$1"';
  const child = spawn('/bin/sh', ['-c', text, 'sh', dir], { stdio: ['pipe', 'ignore', 'ignore'], detached: true });
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  return {
    bury: async () => {
      child.stdin.end();
      await gone;
    },
  };
}

async function writeAccounts(
  dir: string,
  users: readonly string[],
  home: (user: string) => string,
  more: readonly string[],
): Promise<void> {
  const uid = (user: string): number => {
    if (user === 'root') return 0;
    return isRoot ? ORDINARY_UID + 1 + more.indexOf(user) : ORDINARY_UID;
  };
  const passwd = users.map((user) => `${user}:x:${uid(user)}:${uid(user)}::${home(user)}:/bin/bash`);
  const shadow = users.map((user) => `${user}:${PASSWORD_HASH}:19000:0:99999:7:::`);
  const group = users.map((user) => `${user}:x:${uid(user)}:`);
  // sshd drops its own privileges to an account of this name.
  if (isRoot) passwd.push(`sshd:x:${SPARE_UID + 99}:65534::/run/sshd:/usr/sbin/nologin`);
  await writeFile(join(dir, 'passwd'), `${passwd.join('\n')}\n`);
  await writeFile(join(dir, 'group'), `${group.join('\n')}\nnogroup:x:65534:\n`);
  await writeFile(join(dir, 'shadow'), `${shadow.join('\n')}\n`);
  for (const user of users) {
    await mkdir(home(user), { recursive: true, mode: 0o755 });
    if (user === 'noisy') await writeFile(join(home(user), '.bashrc'), `echo '${NOISE}'; echo '${NOISE}' >&2\n`);
    if (isRoot) await chown(home(user), uid(user), uid(user));
  }
}
