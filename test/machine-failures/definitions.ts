/**
 * Every definition of a machine that cannot work: each form of key with each way a host fails, jump hosts, engines,
 * names.
 */
import type { BadEngine } from './bad-engines.ts';
import type { BadHost } from './bad-hosts.ts';
import type { KeyForm } from './key-forms.ts';

export interface Definition {
  readonly name: string;
  readonly body: Readonly<Record<string, unknown>>;
  readonly secrets: Readonly<Record<string, string>>;
  /** What ends the wait for it: a time of the service's, or the machine itself. */
  readonly ends: 'connect' | 'shell' | 'itself';
  /** What it is refused with: the first code, or another if the engine is asked for a container. */
  readonly codes: readonly string[];
}

const secretsOf = ({ key, passphrase }: KeyForm, prefix = ''): Record<string, string> => ({
  [`${prefix}KEY`]: key,
  ...(passphrase === undefined ? {} : { [`${prefix}PHRASE`]: passphrase }),
});

const hop = ({ host, port, hostKey }: BadHost, { passphrase }: KeyForm, prefix = '') => ({
  host,
  port,
  user: 'tester',
  key_secret: `${prefix}KEY`,
  ...(passphrase === undefined ? {} : { passphrase_secret: `${prefix}PHRASE` }),
  ...(hostKey === undefined ? {} : { host_key: hostKey }),
});

/** One of each kind of failure: at all others, a key that cannot be read is refused in the same way. */
const TYPICAL = [
  'does not resolve',
  'refuses',
  'silent',
  'closes at once',
  'garbage',
  'another host key',
  'login refused',
  'shell silent',
];

/** The first key is tried with every host, the others with one of each kind. */
const hostsFor = (key: KeyForm, keys: readonly KeyForm[], hosts: readonly BadHost[]): readonly BadHost[] =>
  key === keys[0] ? hosts : hosts.filter(({ name }) => TYPICAL.includes(name));

export function sshDefinitions(keys: readonly KeyForm[], hosts: readonly BadHost[]): Definition[] {
  return keys.flatMap((key) =>
    hostsFor(key, keys, hosts).map((host) => ({
      name: `ssh: ${key.name}; ${host.name}`,
      body: { kind: 'ssh', connection: hop(host, key) },
      secrets: secretsOf(key),
      codes: [key.good ? host.code : 'machine_unreachable'],
      ends: key.good ? (host.ends ?? 'itself') : 'itself',
    })),
  );
}

/** The jump host fails: what lies behind it is never reached, nor is any shell. */
export function jumpDefinitions(keys: readonly KeyForm[], hosts: readonly BadHost[], behind: BadHost): Definition[] {
  return keys.flatMap((key) =>
    hostsFor(key, keys, hosts).map((host) => ({
      name: `jump: ${key.name}; ${host.name}`,
      body: { kind: 'ssh', connection: { ...hop(behind, key), jump: hop(host, key, 'JUMP_') } },
      secrets: { ...secretsOf(key), ...secretsOf(key, 'JUMP_') },
      codes: [key.good && host.code === 'host_key_changed' ? host.code : 'machine_unreachable'],
      ends: key.good && host.ends === 'connect' ? 'connect' : 'itself',
    })),
  );
}

export function engineDefinitions(engines: readonly BadEngine[]): Definition[] {
  return engines.map(({ name, connection, secrets, silent }) => ({
    name,
    body: { kind: 'docker', connection, containers: ['web'], default_container: 'web' },
    secrets,
    codes: ['machine_unreachable', 'container_unavailable'],
    ends: silent ? 'connect' : 'itself',
  }));
}

const OPTION = '-oProxyCommand=touch /tmp/owned';

/** Names that a program might read as options, or that end one word and begin another: no machine can have them. */
export const NAMES_REFUSED: readonly Readonly<Record<string, unknown>>[] = [
  ...['-oProxyCommand=id', OPTION, '--', 'a b', 'a;id', '$(id)', '`id`', 'a\nb', '', '-', '@host', 'x'.repeat(300)].map(
    (host) => ({ kind: 'ssh', connection: { host, port: 22, user: 'tester', key_secret: 'KEY' } }),
  ),
  ...['-oProxyCommand=id', OPTION, '-l', 'a b', 'root;id', '$(id)', '', '../etc'].map((user) => ({
    kind: 'ssh',
    connection: { host: '127.0.0.1', port: 22, user, key_secret: 'KEY' },
  })),
  ...['-it', '--privileged', 'a b', 'a/b', '$(id)', '', '.hidden'].map((container) => ({
    kind: 'docker',
    connection: { socket: '/run/docker.sock' },
    containers: [container],
  })),
  {
    kind: 'ssh',
    connection: { host: 'h', port: 22, user: 'u', key_secret: 'K', jump: { host: OPTION, user: 'u', key_secret: 'K' } },
  },
  { kind: 'docker', connection: { socket: 'docker.sock' } },
  { kind: 'docker', connection: { host: '-H tcp://x', ca_secret: 'A', cert_secret: 'B', key_secret: 'C' } },
];
