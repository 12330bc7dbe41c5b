/** What dockerd and podman have in common for tests: an address, a client program, and containers. */
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { shellQuote } from '@synapse/runner';
import Docker from 'dockerode';
import { BARE_IMAGE, bareImage, SHELL_IMAGE, shellImage } from './busybox-image.ts';
import type { Daemon } from './supervise.ts';

export interface ContainerEngine {
  readonly name: 'docker' | 'podman';
  readonly socket: string;
  /** A folder that holds the engine's own client, `docker` or `podman`, bound to this engine: put it first in PATH. */
  readonly bin: string;
  /** A separate client, for what a test wants to see from outside. */
  readonly api: Docker;
  /** Makes and starts a container, after removing one of that name. */
  startContainer(name: string, options?: ContainerOptions): Promise<Docker.Container>;
  removeContainer(name: string): Promise<void>;
  /** A crash: the daemon is killed. Its containers may go on until `stop`. */
  crash(): Promise<void>;
  /** Ends the engine and leaves nothing behind: no process, no mount, no file. */
  stop(): Promise<void>;
}

export interface ContainerOptions {
  /** Whether the container has a shell. Without one, it holds a single program. Default: with. */
  readonly shell?: boolean;
  readonly user?: string;
  readonly env?: readonly string[];
  /** What its first process runs. */
  readonly command?: readonly string[];
  readonly mostProcesses?: number;
  /** Places of this computer that it sees: `/from:/to:ro`. */
  readonly binds?: readonly string[];
}

export function containerEngine(
  name: ContainerEngine['name'],
  { socket, bin, daemon }: { socket: string; bin: string; daemon: Daemon },
): ContainerEngine {
  const api = apiOf(socket);
  const removeContainer = async (container: string) => {
    await api
      .getContainer(container)
      .remove({ force: true, v: true })
      .catch((error: { statusCode?: number }) => {
        if (error.statusCode !== 404) throw error;
      });
  };
  return {
    name,
    socket,
    bin,
    api,
    removeContainer,
    startContainer: async (container, { shell = true, user, env = [], command, mostProcesses, binds = [] } = {}) => {
      await removeContainer(container);
      const made = await api.createContainer({
        name: container,
        Image: `${shell ? SHELL_IMAGE : BARE_IMAGE}:latest`,
        Cmd: [...(command ?? [shell ? '/bin/sleep' : '/sleep', '1000000'])],
        Env: [...env],
        ...(user === undefined ? {} : { User: user }),
        // Process 1 ignores TERM: without this every stop would take ten seconds.
        StopSignal: 'SIGKILL',
        HostConfig: {
          NetworkMode: 'none',
          Binds: [...binds],
          ...(mostProcesses ? { PidsLimit: mostProcesses } : {}),
        },
      });
      await made.start();
      return made;
    },
    crash: () => daemon.kill(),
    stop: () => daemon.stop(),
  };
}

/** A client that ignores this process's environment. */
export function apiOf(socket: string): Docker {
  return new Docker({ socketPath: socket, protocol: 'http', host: undefined, port: undefined });
}

/** Puts both images into an engine that has just started. */
export async function importImages(socket: string, busybox: string): Promise<void> {
  const api = apiOf(socket);
  for (const [repo, tar] of [
    [SHELL_IMAGE, await shellImage(busybox)],
    [BARE_IMAGE, await bareImage(busybox)],
  ] as const) {
    const progress = await api.importImage(Readable.from([tar]) as never, { repo, tag: 'latest' });
    await new Promise<void>((resolve, reject) => {
      api.modem.followProgress(progress, (error) => (error ? reject(error) : resolve()));
    });
  }
}

/** A program in a folder of its own that calls another one with fixed environment and arguments. */
export async function wrapper(
  folder: string,
  name: string,
  { program, args, env }: { program: string; args: readonly string[]; env: Readonly<Record<string, string>> },
): Promise<void> {
  await mkdir(folder, { recursive: true });
  const exports = Object.entries(env).map(([key, value]) => `export ${key}=${shellQuote(value)}\n`);
  const call = [program, ...args].map(shellQuote).join(' ');
  await writeFile(join(folder, name), `#!/bin/sh\n${exports.join('')}exec ${call} "$@"\n`);
  await chmod(join(folder, name), 0o755);
}
