/** A machine as its owner may see it: how it is reached, with the names of the secrets it uses. */
import type { Connection, Machine, OwnMachine, SshConnection } from '@synapse/contract';
import { fingerprintOf } from './host-key.ts';
import type { MachineRecord } from './machine-store.ts';

export function ownMachine(machine: Machine, { connection, hostKeys }: MachineRecord): OwnMachine {
  return {
    ...machine,
    connection,
    host_keys: hopsOf(connection).flatMap(({ host, port, host_key }) => {
      const address = `${host}:${port}`;
      const key = host_key ?? hostKeys[address];
      return key === undefined
        ? []
        : [{ address, key, fingerprint: fingerprintOf(key), given: host_key !== undefined }];
    }),
  };
}

/** The secrets that a connection uses. */
export function secretsOf(connection: Connection | null): string[] {
  if (connection === null) return [];
  const parts: object[] = isSsh(connection) ? hopsOf(connection) : [connection];
  const names = parts.flatMap((part) =>
    Object.entries(part).flatMap(([key, value]) => (key.endsWith('_secret') ? [String(value)] : [])),
  );
  return [...new Set(names)];
}

function hopsOf(connection: Connection | null): Omit<SshConnection, 'jump'>[] {
  if (connection === null || !isSsh(connection)) return [];
  return connection.jump === undefined ? [connection] : [connection, connection.jump];
}

function isSsh(connection: Connection): connection is SshConnection {
  return 'user' in connection;
}
