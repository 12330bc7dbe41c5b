/** A machine as its owner may see it: how it is reached, with the names of the secrets it uses. */
import { type Connection, hopsOf, type Machine, type OwnMachine, type SshConnection } from '@synapse/contract';
import { fingerprintOf } from './host-key.ts';
import type { MachineRecord } from './machine-store.ts';

export function ownMachine(machine: Machine, record: MachineRecord): OwnMachine {
  const { version, connection, hostKeys, sudoSecret } = record;
  return {
    ...machine,
    version,
    connection,
    sudo_secret: sudoSecret,
    secrets: secretsOf({ connection, sudo_secret: sudoSecret }),
    host_keys: sshHops(connection).flatMap(({ host, port, host_key }) => {
      const address = `${host}:${port}`;
      const key = host_key ?? hostKeys[address];
      return key === undefined
        ? []
        : [{ address, key, fingerprint: fingerprintOf(key), given: host_key !== undefined }];
    }),
  };
}

/** The secrets that a machine uses: for its connection, and for `sudo`. */
export function secretsOf({ connection, sudo_secret }: Pick<OwnMachine, 'connection' | 'sudo_secret'>): string[] {
  const sudo = sudo_secret === null ? [] : [sudo_secret];
  if (connection === null) return sudo;
  const parts: object[] = isSsh(connection) ? hopsOf(connection) : [connection];
  const names = parts.flatMap((part) =>
    Object.entries(part).flatMap(([key, value]) => (key.endsWith('_secret') ? [String(value)] : [])),
  );
  return [...new Set([...names, ...sudo])];
}

function sshHops(connection: Connection | null) {
  return connection !== null && isSsh(connection) ? hopsOf(connection) : [];
}

function isSsh(connection: Connection): connection is SshConnection {
  return 'user' in connection;
}
