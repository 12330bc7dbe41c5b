/**
 * A computer on which nothing was ever done: a Debian with apt, systemd, a journal and a network of its own, in which
 * every port is free and names lead where the test says. Needs root.
 */
import { execFileSync, spawn } from 'node:child_process';
import { appendFileSync, cpSync, globSync, mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fetchPackages } from '../engines/engines.ts';
import { findSystemManager, startSystemManager } from '../engines/system-manager.ts';
import { killAtEnd, removeAtEnd, stopAtEnd } from '../left-behind.ts';
import { createCleanRoot, findRootEngines, HOME, type RootEngines } from './clean-root.ts';

/** What Debian's own installer leaves beside the base. */
const APT = [
  'apt',
  'libapt-pkg6.0',
  'gpgv',
  'libgnutls30',
  'libp11-kit0',
  'libtasn1-6',
  'libunistring2',
  'libidn2-0',
  'libnettle8',
  'libhogweed6',
  'libffi8',
  'libseccomp2',
  'libxxhash0',
  'openssl',
  'libssl3',
];

export interface ComputerEngines {
  readonly root: RootEngines;
  readonly manager: string;
  readonly apt: string;
}

export interface Computer {
  readonly folder: string;
  /** As root, in the home directory. Throws with everything that it printed if it fails. */
  run(script: string): Promise<string>;
  /** Whoever connects to this port there is connected to that one here. */
  plug(port: number, here: number): Promise<void>;
  stop(): Promise<void>;
}

export interface ComputerOptions {
  /** With Node and npm. */
  readonly node?: boolean;
  /** Files and folders in the home directory. */
  readonly files?: readonly string[];
  /** Packages that apt takes for installed, and folders that hold what they consist of. */
  readonly installed?: Readonly<Record<string, string>>;
  /** Names that lead to the computer itself. */
  readonly names?: readonly string[];
}

export async function findComputer(): Promise<ComputerEngines> {
  const manager = await findSystemManager();
  return { root: await findRootEngines(), manager, apt: await fetchPackages('apt', APT) };
}

export async function startComputer(engines: ComputerEngines, options: ComputerOptions = {}): Promise<Computer> {
  const { node = false, files = [], installed = {}, names = [] } = options;
  const { folder } = await createCleanRoot(engines.root, { node });
  for (const packages of [engines.apt, ...Object.values(installed)]) {
    execFileSync('cp', ['-a', `${packages}/.`, folder]);
  }
  // Nobody updates it meanwhile.
  for (const unit of globSync('lib/systemd/system/apt-daily*', { cwd: folder })) rmSync(join(folder, unit));
  appendFileSync(join(folder, 'var/lib/dpkg/status'), Object.keys(installed).map(installedEntry).join(''));
  appendFileSync(join(folder, 'etc/hosts'), `127.0.0.1 ${['localhost', ...names].join(' ')}\n`);
  for (const file of files) {
    cpSync(file, join(folder, HOME, basename(file)), { recursive: true });
  }
  const manager = await startSystemManager(engines.manager, folder, { network: 'own' });
  const stop = (): Promise<void> => manager.stop();
  const stopped = stopAtEnd(stop);
  return {
    folder,
    run: async (script) => manager.run(`cd ${HOME}\n${script}`),
    plug: async (port, here) => {
      const socket = join(removeAtEnd(mkdtempSync(join(tmpdir(), 'synapse-plug-'))), 'socket');
      const server = createServer((there) => {
        const back = connect(here, '127.0.0.1');
        there.pipe(back).pipe(there);
        for (const each of [there, back]) each.on('error', () => [there, back].map((both) => both.destroy()));
      });
      await new Promise<void>((done) => server.listen(socket, done));
      server.unref();
      const args = [...(await manager.network()), process.execPath, '-e', LISTEN, String(port), socket];
      const child = killAtEnd(spawn('nsenter', args, { stdio: ['ignore', 'pipe', 'inherit'] }));
      await new Promise((done, fail) => child.once('exit', fail).stdout.once('data', done));
    },
    stop: async () => {
      stopped();
      await stop();
    },
  };
}

/** Runs in the network of the computer. A socket of the file system is reached from every network. */
const LISTEN = `
const { connect, createServer } = require('node:net');
const [port, socket] = process.argv.slice(1);
createServer((here) => {
  const there = connect(socket);
  here.pipe(there).pipe(here);
  for (const each of [here, there]) each.on('error', () => [here, there].map((both) => both.destroy()));
}).listen(Number(port), '127.0.0.1', () => console.log('listening'));`;

const installedEntry = (name: string): string =>
  `\nPackage: ${name}\nStatus: install ok installed\nArchitecture: all\nVersion: 1\n` +
  'Maintainer: Debian\nDescription: was there before\n';
