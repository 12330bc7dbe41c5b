/**
 * In what the kinds of machines differ. A new kind has an entry here, an executor (executors/registry.ts), and its words
 * and fields on the page; the compiler names each of these places.
 */
import {
  because,
  DockerConnection,
  type FieldProblem,
  hopsOf,
  type MachineKind,
  SshConnection,
  type SshHop,
} from '@synapse/contract';
import type { MachineRecord } from './machine-store.ts';

type Connection = MachineRecord['connection'];

export interface KindFeatures {
  /** What is wrong with the way in which its owner says that it is reached. */
  readonly connectionProblems: (connection: Connection) => FieldProblem[];
  /**
   * Whether it leads to the service's own host, or uses what belongs to the operator of the service. Only administrators may
   * add such a machine.
   */
  readonly reachesHost: (connection: Connection) => boolean;
  /** It is the service's own host, which is always there. */
  readonly isServiceHost: boolean;
  /** Commands may run on the machine itself. Otherwise in its containers alone. */
  readonly hasHost: boolean;
  /** A command that names no directory starts in the home directory. Otherwise each command names one. */
  readonly hasHome: boolean;
  /** A program on the machine connects to the service, and its owner decides what it may do there. */
  readonly isAgent: boolean;
}

const noConnection =
  (kind: MachineKind) =>
  (connection: Connection): FieldProblem[] =>
    connection === null ? [] : [{ field: 'connection', problem: because('no_connection', { kind }) }];

export const KINDS: Readonly<Record<MachineKind, KindFeatures>> = {
  local: {
    connectionProblems: noConnection('local'),
    reachesHost: () => true,
    isServiceHost: true,
    hasHost: true,
    hasHome: true,
    isAgent: false,
  },
  ssh: {
    connectionProblems: sshProblems,
    // The ssh agent of the operator of the service.
    reachesHost: (connection) =>
      connection !== null && 'user' in connection && hopsOf(connection).some(({ agent }) => agent === true),
    isServiceHost: false,
    hasHost: true,
    hasHome: true,
    isAgent: false,
  },
  docker: {
    connectionProblems: dockerProblems,
    // Access to an engine's socket equals a root shell on this host.
    reachesHost: (connection) => connection !== null && 'socket' in connection,
    isServiceHost: false,
    hasHost: false,
    hasHome: true,
    isAgent: false,
  },
  agent: {
    connectionProblems: noConnection('agent'),
    reachesHost: () => false,
    isServiceHost: false,
    hasHost: true,
    hasHome: false,
    isAgent: true,
  },
};

function dockerProblems(connection: Connection): FieldProblem[] {
  const fits = DockerConnection.safeParse(connection).success;
  return fits ? [] : [{ field: 'connection', problem: because('docker_connection') }];
}

function sshProblems(connection: Connection): FieldProblem[] {
  const ssh = SshConnection.safeParse(connection);
  if (!ssh.success) return [{ field: 'connection', problem: because('ssh_connection') }];
  return hopsOf(ssh.data).flatMap((hop, depth) => hopProblems(hop, `connection${'.jump'.repeat(depth)}`));
}

function hopProblems(hop: SshHop, field: string): FieldProblem[] {
  const ways = [hop.key_secret, hop.password_secret, hop.agent].filter((way) => way !== undefined);
  if (ways.length !== 1) return [{ field, problem: because('key_or_password') }];
  if (hop.certificate_secret === undefined || hop.key_secret !== undefined) return [];
  return [{ field: `${field}.certificate_secret`, problem: because('certificate_without_key') }];
}
