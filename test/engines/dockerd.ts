/** A real dockerd of its own for tests, from unpacked Debian packages. Needs root. */
import { mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { shellQuote } from '@synapse/runner';
import { apiOf, type ContainerEngine, containerEngine, importImages, wrapper } from './container-engine.ts';
import { fetchPackages, freePort, libraryPath } from './engines.ts';
import { supervise } from './supervise.ts';
import { type EngineCertificates, engineCertificates } from './tls-certificates.ts';

const PACKAGES = ['docker.io', 'containerd', 'runc', 'busybox-static'];
const FIREWALL = [
  'iptables',
  'libip4tc2',
  'libip6tc2',
  'libmnl0',
  'libnetfilter-conntrack3',
  'libnfnetlink0',
  'libnftnl11',
  'libxtables12',
];

/** The folder of unpacked programs. Throws when this machine cannot run dockerd. */
export async function findDockerd(): Promise<string> {
  if (process.getuid?.() !== 0) throw new Error('not root');
  return fetchPackages('docker', PACKAGES);
}

/** What a dockerd needs to give networks to its containers. */
export const findFirewall = (): Promise<string> => fetchPackages('iptables', FIREWALL);

export interface DockerdOptions {
  /**
   * The folder of `findFirewall`. The engine is then in a network of its own, in which all ports are free, and gives
   * networks to its containers. Without it no container has one.
   */
  readonly firewall?: string;
}

export interface Dockerd extends ContainerEngine {
  /** What makes a program use the network of the engine: the arguments of `nsenter`. */
  network(): Promise<readonly string[]>;
  /** Where it listens with TLS, both sides showing certificates of one authority. */
  readonly tls: { readonly host: string; readonly certificates: EngineCertificates };
}

export async function startDockerd(root: string, { firewall }: DockerdOptions = {}): Promise<Dockerd> {
  const folder = await mkdtemp(join(tmpdir(), 'synapse-dockerd-'));
  const at = (name: string) => join(folder, name);
  const [socket, bin, port] = [at('docker.sock'), at('bin'), await freePort()];
  const certificates = await engineCertificates(at('tls'));
  await mkdir(at('home'));
  // Without this, dockerd writes a key below /etc.
  await writeFile(at('daemon.json'), JSON.stringify({ 'deprecated-key-path': at('key.json') }));
  const env = {
    PATH: `${at('sbin')}:${join(root, 'usr/sbin')}:${join(root, 'usr/bin')}:${process.env.PATH}`,
    LD_LIBRARY_PATH: libraryPath(root),
    HOME: at('home'),
    TMPDIR: folder,
  };
  if (firewall !== undefined) await putFirewall(firewall, at('sbin'));
  const inside: [string, ...string[]] =
    firewall === undefined ? ['env'] : ['unshare', '--net', 'sh', '-c', WITH_LOOPBACK, join(root, 'bin/busybox')];
  const networks = firewall === undefined ? ['--iptables=false', '--ip-forward=false'] : [];
  const daemon = await supervise({
    argv: [
      ...inside,
      join(root, 'usr/sbin/dockerd'),
      '--config-file',
      at('daemon.json'),
      '--data-root',
      at('data'),
      '--exec-root',
      at('exec'),
      '--pidfile',
      at('pid'),
      ...networks,
      '--bridge=none',
      '--shutdown-timeout',
      '5',
      '-H',
      `unix://${socket}`,
      '-H',
      `tcp://127.0.0.1:${port}`,
      '--tlsverify',
      '--tlscacert',
      at('tls/ca.pem'),
      '--tlscert',
      at('tls/server.pem'),
      '--tlskey',
      at('tls/server.key'),
    ],
    env,
    log: at('log'),
    cleanup: leaveNothing(folder),
    ready: () => apiOf(socket).ping(),
  });
  await wrapper(bin, 'docker', {
    program: join(root, 'usr/bin/docker'),
    args: ['--host', `unix://${socket}`],
    env: { DOCKER_CONFIG: at('home') },
  });
  await importImages(socket, join(root, 'bin/busybox'));
  return {
    ...containerEngine('docker', { socket, bin, daemon }),
    network: async () => ['--net', '--target', (await readFile(at('pid'), 'utf8')).trim()],
    tls: { host: `127.0.0.1:${port}`, certificates },
  };
}

const WITH_LOOPBACK = '"$0" ip link set lo up && exec "$@"';

async function putFirewall(packages: string, folder: string): Promise<void> {
  const plugins = libraryPath(packages)
    .split(':')
    .map((each) => join(each, 'xtables'));
  const env = { LD_LIBRARY_PATH: libraryPath(packages), XTABLES_LIBDIR: plugins.join(':') };
  for (const name of ['iptables', 'ip6tables']) {
    await wrapper(folder, name, { program: join(packages, 'usr/sbin', `${name}-nft`), args: [], env });
  }
}

/**
 * Shell text that kills every process with the folder in its command line (daemons, shims, monitors) and their children
 * (containers), undoes mounts below it, and removes it.
 */
export function leaveNothing(folder: string): string {
  const quoted = shellQuote(folder);
  return `
for p in $(grep -lsF -- ${quoted} /proc/[0-9]*/cmdline); do
  p=\${p#/proc/}; p=\${p%/cmdline}; [ "$p" = "$$" ] && continue
  for c in $(grep -lsE "[)] . $p " /proc/[0-9]*/stat); do c=\${c#/proc/}; kill -9 "\${c%/stat}"; done
  kill -9 "$p"
done 2>/dev/null
while read -r _ _ _ _ point _; do case $point in ${quoted}/*) umount -l "$point" 2>/dev/null;; esac; done </proc/self/mountinfo
rm -rf ${quoted}`;
}
