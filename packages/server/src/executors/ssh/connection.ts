/** One authenticated ssh connection: checks the host key before it sends any credential; jump hosts, keep-alive. */
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { because, Refusal, type Words } from '@synapse/contract';
import type { Client, ClientChannel, ConnectConfig } from 'ssh2';
import { fingerprintOf, hostKeyFingerprint } from '../../machines/host-key.ts';
import { authentication, type SshCredentials } from './authentication.ts';
import { signCertified } from './certificate.ts';
import { listenTo, newSshClient } from './client.ts';
import { connectionReason } from './connection-reason.ts';
import { hostKeyLine, hostKeyMatches, pinnedKeyType } from './host-key.ts';
import { createKeyRing, type KeyRing, unreachable } from './key-ring.ts';
import { readInPlace } from './read-in-place.ts';
import { prepareSessionKeys } from './session-keys.ts';
import { connectSocket } from './socket.ts';

/** How to reach one host and log in to it. */
export interface SshHost {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  /** Read again for each connection, so that a replaced secret is used from the next one on. */
  readonly credentials: () => SshCredentials | Promise<SshCredentials>;
  /**
   * The pinned key: a key line, a known_hosts line or a `SHA256:` fingerprint. Null: the first key seen is accepted.
   */
  readonly hostKey: string | null;
  /**
   * Called with the key's line after logging in to a host without a pinned key. Awaited before the connection is used.
   */
  readonly onHostKey?: (line: string) => void | Promise<void>;
  readonly jump?: SshHost;
}

/** A host whose key, once seen, also stays pinned in memory. */
export interface SshTarget extends Omit<SshHost, 'hostKey' | 'onHostKey' | 'jump'> {
  readonly pinned: () => string | null;
  readonly pin: (line: string) => Promise<void>;
  readonly jump: SshTarget | null;
}

export function rememberHostKey({ hostKey, onHostKey, jump, ...host }: SshHost): SshTarget {
  let pinned = hostKey;
  return {
    ...host,
    pinned: () => pinned,
    pin: async (line) => {
      pinned ??= line;
      await onHostKey?.(line);
    },
    jump: jump ? rememberHostKey(jump) : null,
  };
}

export interface SshConnection {
  /** Opens a channel and starts the command. If it did not run, rejects with an error that has `neverRan: true`. */
  exec(command: string): Promise<ClientChannel>;
  readonly closed: boolean;
  /** Why it ended, once it has. */
  readonly closeReason: Words;
  /** Returns a function that removes the listener. */
  onClose(listener: () => void): () => void;
  close(): void;
}

export interface SshTimings {
  /** For address lookup, connection and login, also on the jump host. */
  readonly connectMs: number;
  readonly keepaliveMs: number;
  /** After this many unanswered keep-alives the host counts as gone. */
  readonly keepaliveMisses: number;
  /** For the shell that kills a command from outside: a container may not answer it. */
  readonly killMs: number;
  /** A command that lasts longer than this is watched from a second channel. */
  readonly guardMs: number;
}

export const SSH_TIMINGS: SshTimings = {
  connectMs: 15_000,
  keepaliveMs: 2_500,
  keepaliveMisses: 2,
  killMs: 15_000,
  guardMs: 300,
};

const HOST_KEY_TYPES = [
  'ssh-ed25519',
  'ecdsa-sha2-nistp256',
  'ecdsa-sha2-nistp384',
  'ecdsa-sha2-nistp521',
  'rsa-sha2-512',
  'rsa-sha2-256',
  'ssh-rsa',
] as const;

/** Connects, through the jump host if there is one. Throws the Refusal that a command would get. */
export async function connectSsh(target: SshTarget, timings: SshTimings, keys: KeyRing): Promise<SshConnection> {
  const end = performance.now() + timings.connectMs;
  const leftMs = () => Math.max(1, end - performance.now());
  return connectionOf(await reach(target, timings, keys, leftMs), target);
}

/** Logs in to the host, by way of the one before it. When that one's connection ends, so does this one. */
async function reach(target: SshTarget, timings: SshTimings, keys: KeyRing, leftMs: () => number): Promise<Client> {
  if (!target.jump) return openClient(target, undefined, timings, keys, leftMs);
  const jump = await reach(target.jump, timings, createKeyRing(), leftMs);
  try {
    const tunnel = await forward(jump, target, leftMs());
    const client = await openClient(target, tunnel, timings, keys, leftMs);
    client.once('close', () => jump.end());
    return client;
  } catch (error) {
    jump.destroy();
    throw error;
  }
}

function forward(jump: Client, target: SshTarget, withinMs: number): Promise<Duplex> {
  return new Promise((resolve, reject) => {
    const { host, port } = target;
    const refuse = (why: Words) => reject(unreachable(because('jump_refused', { host, port, detail: why })));
    const late = setTimeout(refuse, withinMs, because('host_silent', { host, port }));
    jump.once('close', () => refuse(because('host_closed')));
    jump.forwardOut('127.0.0.1', 0, host, port, (error, channel) => {
      clearTimeout(late);
      if (error) refuse(error.message);
      else resolve(listenTo(channel));
    });
  });
}

function connectionOf(client: Client, target: SshTarget): SshConnection {
  const listeners = new Set<() => void>();
  let closed = false;
  let closeReason: Words = because('host_closed');
  client.on('error', (error) => {
    closeReason = connectionReason(error, target);
  });
  client.once('close', () => {
    closed = true;
    for (const listener of listeners) listener();
    listeners.clear();
  });
  return {
    exec: (command) =>
      new Promise((resolve, reject) => {
        const neverRan = (error: Error, why: Words = connectionReason(error, target)) =>
          reject(Object.assign(error, { neverRan: true, why }));
        if (closed) return neverRan(new Error('closed'), closeReason);
        try {
          client.exec(command, (error, channel) => (error ? neverRan(error) : resolve(listenTo(channel))));
        } catch (error) {
          neverRan(error instanceof Error ? error : new Error(String(error)));
        }
      }),
    get closed() {
      return closed;
    },
    get closeReason() {
      return closeReason;
    },
    onClose: (listener) => {
      if (closed) listener();
      else listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close: () => {
      client.end();
      // A host that no longer answers would keep the socket for minutes.
      setTimeout(() => client.destroy(), 2_000).unref();
    },
  };
}

async function openClient(
  target: SshTarget,
  sock: Duplex | undefined,
  timings: SshTimings,
  keys: KeyRing,
  leftMs: () => number,
): Promise<Client> {
  // Before any connection is opened: with an unreadable key there is no point in one.
  const methods = await authentication(target.user, await target.credentials(), keys);
  const pinned = target.pinned();
  let shown: Buffer | undefined;
  let denied = false;
  const socket = sock ?? connectSocket(target.host, target.port);
  const config: ConnectConfig = {
    sock: socket,
    username: target.user,
    readyTimeout: leftMs(),
    keepaliveInterval: timings.keepaliveMs,
    keepaliveCountMax: timings.keepaliveMisses,
    algorithms: { serverHostKey: hostKeyOrder(pinned) },
    hostVerifier: (key: Buffer) => {
      shown = key;
      denied = pinned !== null && !hostKeyMatches(pinned, key);
      return !denied;
    },
    authHandler: (...[, , next]) => {
      signCertified(client);
      next((methods.shift() ?? false) as Parameters<typeof next>[0]);
    },
  };
  const client = newSshClient();
  try {
    await new Promise<void>((resolve, reject) => {
      client.once('ready', resolve);
      client.on('error', reject);
      client.once('close', () => reject(new Refusal('machine_unreachable', { reason: because('host_closed') })));
      client.connect(config);
    });
    prepareSessionKeys(client);
    if (socket instanceof Socket) readInPlace(client, socket);
    if (pinned === null && shown) await target.pin(hostKeyLine(shown));
    return client;
  } catch (error) {
    client.destroy();
    socket.destroy();
    if (denied) throw hostKeyChanged(target, pinned!, shown!);
    if (error instanceof Refusal) throw error;
    throw unreachable(reasonOf(error, target));
  }
}

function hostKeyChanged({ host, port }: SshTarget, pinned: string, shown: Buffer): Refusal {
  return new Refusal('host_key_changed', {
    address: `${host}:${port}`,
    pinned: fingerprintOf(pinned) ?? pinned,
    shown: hostKeyFingerprint(shown),
  });
}

function hostKeyOrder(pinned: string | null): (typeof HOST_KEY_TYPES)[number][] {
  const type = pinned === null ? null : pinnedKeyType(pinned);
  const fits = (candidate: string) => candidate === type || (type === 'ssh-rsa' && candidate.startsWith('rsa-'));
  return [...HOST_KEY_TYPES.filter(fits), ...HOST_KEY_TYPES.filter((candidate) => !fits(candidate))];
}

function reasonOf(error: unknown, target: SshTarget): Words {
  const { level } = error as Error & { level?: string };
  if (level === 'client-authentication') return because('login_refused', { user: target.user });
  if (level === 'agent') return because('ssh_agent_silent', { detail: (error as Error).message });
  return connectionReason(error, target);
}
