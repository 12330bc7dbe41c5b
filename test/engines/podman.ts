/** A real podman service of its own for tests, from unpacked Debian packages. */
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { shellQuote } from '@synapse/runner';
import { apiOf, type ContainerEngine, containerEngine, importImages, wrapper } from './container-engine.ts';
import { leaveNothing } from './dockerd.ts';
import { fetchPackages, libraryPath } from './engines.ts';
import { supervise } from './supervise.ts';

const PACKAGES = ['podman', 'conmon', 'runc', 'busybox-static', 'libsubid4', 'libgpgme11', 'libassuan0', 'catatonit'];

export async function findPodman(): Promise<string> {
  if (process.getuid?.() !== 0) throw new Error('not root');
  return fetchPackages('podman', PACKAGES);
}

export async function startPodman(root: string): Promise<ContainerEngine> {
  const folder = await mkdtemp(join(tmpdir(), 'synapse-podman-'));
  const at = (name: string) => join(folder, name);
  const [socket, bin, program] = [at('podman.sock'), at('bin'), join(root, 'usr/bin/podman')];
  await mkdir(at('home/.config/containers'), { recursive: true });
  await writeFile(at('home/.config/containers/policy.json'), '{"default":[{"type":"insecureAcceptAnything"}]}');
  await writeFile(at('containers.conf'), configuration(root, folder));
  const env = {
    PATH: `${join(root, 'usr/sbin')}:${join(root, 'usr/bin')}:${process.env.PATH}`,
    LD_LIBRARY_PATH: libraryPath(root),
    CONTAINERS_CONF: at('containers.conf'),
    HOME: at('home'),
    TMPDIR: folder,
  };
  const args = ['--root', at('storage'), '--runroot', at('run'), '--tmpdir', at('tmp')];
  const removeAll = [program, ...args, 'rm', '--force', '--all', '--time', '0'].map(shellQuote).join(' ');
  const daemon = await supervise({
    argv: [program, ...args, 'system', 'service', '--time=0', `unix://${socket}`],
    env,
    log: at('log'),
    cleanup: `${removeAll} >/dev/null 2>&1\n${leaveNothing(folder)}`,
    ready: () => apiOf(socket).ping(),
  });
  await wrapper(bin, 'podman', { program, args, env });
  await importImages(socket, join(root, 'bin/busybox'));
  return containerEngine('podman', { socket, bin, daemon });
}

// exit_command_delay: an exec's monitor that ends early makes parallel execs fail. lock_type: by default every podman
// of the host keeps its locks in one shared memory.
const configuration = (root: string, folder: string) => `
[containers]
default_ulimits=["nofile=1024:1024","nproc=4096:4096"]
[engine]
runtime="runc"
cgroup_manager="cgroupfs"
events_logger="file"
exit_command_delay=60
init_path="${join(root, 'usr/bin/catatonit')}"
lock_type="file"
conmon_path=["${join(root, 'usr/bin/conmon')}"]
[engine.runtimes]
runc=["${join(root, 'usr/sbin/runc')}"]
[network]
network_config_dir="${join(folder, 'networks')}"
`;
