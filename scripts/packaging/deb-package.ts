/**
 * The Debian package: the staged folder with its own Node, a unit, and users for the service and its commands. Made with dpkg-deb alone,
 * without root. It depends on the C and C++ libraries that every Debian and Ubuntu has.
 */
import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { productOf } from './stage-files.ts';

export const DEB_ARCHITECTURES = { x64: 'amd64', arm64: 'arm64' } as const;
export type Architecture = keyof typeof DEB_ARCHITECTURES;

export interface DebOptions {
  readonly staged: string;
  readonly out: string;
  readonly time: Date;
  readonly architecture: Architecture;
  /** The Node of that architecture. */
  readonly node: string;
  /** `none` is quick, and large. */
  readonly compression?: 'xz' | 'none';
}

const PROGRAM = '/usr/lib/synapse';
/** By this the command line finds the settings and the data of the service. */
const INSTALLATION = { environment_file: '/etc/synapse/environment', data_dir: '/var/lib/synapse' };
const CLONE = join(import.meta.dirname, '../..');
const DOC = '/usr/share/doc/synapse';
/** Guides, and what an operator copies from: proxies, alerts, the dashboard. */
const DOCUMENTS = [
  ['docs/guides', 'guides'],
  ['docs/reference', 'reference'],
  ['deploy/nginx.conf', 'examples/nginx.conf'],
  ['deploy/nginx-several.conf', 'examples/nginx-several.conf'],
  ['deploy/Caddyfile', 'examples/Caddyfile'],
  ['deploy/Caddyfile.several', 'examples/Caddyfile.several'],
  ['deploy/haproxy.cfg', 'examples/haproxy.cfg'],
  ['deploy/nats.conf', 'examples/nats.conf'],
  ['deploy/monitoring', 'examples/monitoring'],
] as const;
const SCRIPTS = ['preinst', 'postinst', 'prerm', 'postrm'] as const;

/** Returns the path of the package. */
export function makeDebPackage({ staged, out, time, architecture, node, compression = 'xz' }: DebOptions): string {
  const { name, version, description } = productOf(staged);
  const arch = DEB_ARCHITECTURES[architecture];
  mkdirSync(out, { recursive: true });
  const file = resolve(out, `${name}_${version}_${arch}.deb`);
  const work = mkdtempSync(join(out, '.deb-'));
  try {
    const root = join(work, 'root');
    const put = (path: string, text: string, mode = 0o644): void => {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
      chmodSync(join(root, path), mode);
    };
    cpSync(staged, join(root, PROGRAM), { recursive: true });
    mkdirSync(join(root, PROGRAM, 'node_modules/node/bin'), { recursive: true });
    cpSync(node, join(root, PROGRAM, 'node_modules/node/bin/node'), { dereference: true });
    chmodSync(join(root, PROGRAM, 'node_modules/node/bin/node'), 0o755);
    put(join(PROGRAM, 'installation.json'), `${JSON.stringify(INSTALLATION)}\n`);
    put('usr/bin/synapse', launcher(), 0o755);
    put('usr/lib/systemd/system/synapse.service', unit());
    for (const name of ['synapse-backup.service', 'synapse-backup.timer'])
      put(`usr/lib/systemd/system/${name}`, readFileSync(join(CLONE, 'deploy', name), 'utf8'));
    for (const [from, to] of DOCUMENTS) cpSync(join(CLONE, from), join(root, DOC, to), { recursive: true });
    put('etc/synapse/environment', read('environment'));
    put('usr/share/doc/synapse/copyright', readFileSync(join(staged, 'LICENSE'), 'utf8'));
    const size = Math.ceil(Number(execFileSync('du', ['-sk', root], { encoding: 'utf8' }).split('\t')[0]));
    put('DEBIAN/control', control({ name, version, description, arch, size }));
    put('DEBIAN/conffiles', '/etc/synapse/environment\n');
    for (const script of SCRIPTS) put(`DEBIAN/${script}`, read(script), 0o755);
    const draft = join(work, 'package.deb');
    const seconds = String(Math.floor(time.getTime() / 1000));
    execFileSync('dpkg-deb', ['--root-owner-group', `-Z${compression}`, '--build', root, draft], {
      env: { ...process.env, SOURCE_DATE_EPOCH: seconds },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    renameSync(draft, file);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
  return file;
}

const read = (name: string): string => readFileSync(join(import.meta.dirname, 'deb', name), 'utf8');

/** The unit of a clone, in the place where the package puts everything. */
function unit(): string {
  return readFileSync(join(import.meta.dirname, '../../deploy/synapse.service'), 'utf8')
    .replace(/^#[^\n]*\n/, '# Settings go into /etc/synapse/environment.\n')
    .replace(/^# The clone, built[^\n]*\n/m, '')
    .replace(/^Documentation=[^\n]*\n/m, '')
    .replaceAll('/opt/synapse', PROGRAM);
}

const launcher = (): string =>
  `#!/bin/sh\nexec ${PROGRAM}/node_modules/node/bin/node ${PROGRAM}/packages/cli/bin/synapse.js "$@"\n`;

interface Facts {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly arch: string;
  readonly size: number;
}

function control({ name, version, description, arch, size }: Facts): string {
  const lines = [
    `Package: ${name}`,
    // A version before another one: 1.0.0~rc.1 comes before 1.0.0.
    `Version: ${version.replace('-', '~')}`,
    'Section: admin',
    'Priority: optional',
    `Architecture: ${arch}`,
    'Maintainer: The Synapse maintainers <maintainers@synapse.example>',
    `Installed-Size: ${size}`,
    // What the Node inside was linked with. The scripts make users; `setpriv` is in util-linux.
    'Depends: libc6 (>= 2.28), libstdc++6, libgcc-s1, passwd, util-linux',
    'Recommends: bubblewrap, openssh-client',
    `Description: ${description}`,
  ];
  return `${lines.join('\n')}\n`;
}
