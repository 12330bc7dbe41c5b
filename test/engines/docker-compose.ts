/** A real docker-compose, with a Python of its own, from unpacked Debian packages. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { fetchPackages, libraryPath } from './engines.ts';

const LIBRARIES = [
  'attr',
  'certifi',
  'chardet',
  'distro',
  'distutils',
  'docker',
  'dockerpty',
  'docopt',
  'dotenv',
  'idna',
];
const MORE = [
  'jsonschema',
  'pkg-resources',
  'pyrsistent',
  'requests',
  'six',
  'texttable',
  'urllib3',
  'websocket',
  'yaml',
];
const PACKAGES = [
  'docker-compose',
  'libpython3.11-minimal',
  'libpython3.11-stdlib',
  'python3.11-minimal',
  'libexpat1',
  'libffi8',
  'libssl3',
  'libyaml-0-2',
  'zlib1g',
  ...[...LIBRARIES, ...MORE].map((name) => `python3-${name}`),
];

/** How it is called. */
export interface ComposeProgram {
  readonly program: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

export async function findComposeProgram(): Promise<ComposeProgram> {
  const root = await fetchPackages('docker-compose', PACKAGES);
  return {
    program: join(root, 'usr/bin/python3.11'),
    args: ['-m', 'compose'],
    env: {
      LD_LIBRARY_PATH: libraryPath(root),
      PYTHONHOME: join(root, 'usr'),
      PYTHONPATH: join(root, 'usr/lib/python3/dist-packages'),
      PYTHONDONTWRITEBYTECODE: '1',
    },
  };
}

export type Compose = (args: readonly string[], cwd: string) => Promise<string>;

export async function findCompose(): Promise<Compose> {
  const { program, args, env } = await findComposeProgram();
  return async (more, cwd) => {
    const { stdout } = await promisify(execFile)(program, [...args, ...more], { cwd, env: { ...env, HOME: cwd } });
    return stdout;
  };
}
