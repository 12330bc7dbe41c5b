/** The executor of each machine: made when first needed, kept while the machine's settings stay the same. */
import { isDeepStrictEqual } from 'node:util';
import type { DockerConnection, SshConnection, SshHop } from '@synapse/contract';
import {
  createLocalExecutor,
  createPipeStock,
  type Executor,
  type Isolation,
  type PipeStock,
  type SecretValue,
} from '@synapse/runner';
import type { MachineRecord } from '../machines/machines.ts';
import type { SshCredentials } from './ssh/authentication.ts';
import type { SshHost } from './ssh/connection.ts';
import { createQuietMoment, type QuietMoment } from './ssh/quiet-moment.ts';

export interface Executors {
  of(machine: MachineRecord): Promise<Executor>;
  /**
   * An executor for one use, which its caller closes. The keys that hosts show are reported, not stored.
   */
  once(machine: MachineRecord, onHostKey: (address: string, key: string) => void): Promise<Executor>;
  /** The machine was changed or removed: its open connections are closed. */
  forget(machineId: string): void;
  close(): Promise<void>;
}

export interface ExecutorPorts {
  /**
   * A secret of the machine's owner, for that machine and in the role of that program. Throws secret_missing, and
   * machine_unconfirmed or secret_not_here where the machine may not have it.
   */
  readonly secret: (machine: MachineRecord, name: string, program: 'ssh' | 'docker') => Promise<SecretValue>;
  readonly onHostKey: (machine: MachineRecord, address: string, key: string) => Promise<void>;
  /** `PATH` of commands on the service's own host. */
  readonly localPath: string;
  readonly localUmask: number;
  /** What keeps those commands away from the service. Null: nothing. */
  readonly isolation: Isolation | null;
  /** Files of the service that nothing keeps them away from: a sandbox hides them. */
  readonly ownPlaces: readonly string[];
  /** The socket of the service's own ssh agent. Null: it has none. Throws machine_unconfirmed. */
  readonly sshAgent: (machine: MachineRecord) => Promise<string | null>;
  /** Whether a machine may have secrets now, as it is stored. */
  readonly receiver: (machine: MachineRecord) => Promise<MachineRecord>;
  /** The longest wait for a machine to be reached. */
  readonly connectMs: number;
  /** Machines that connect to us. */
  readonly agent: (machine: MachineRecord) => Executor;
}

export function createExecutors(ports: ExecutorPorts): Executors {
  const shared: Shared = { quietMoment: createQuietMoment(), pipes: createPipeStock() };
  const kept = new Map<string, { machine: MachineRecord; executor: Promise<Executor> }>();

  const forget = (machineId: string): void => {
    const known = kept.get(machineId);
    kept.delete(machineId);
    known?.executor.then((executor) => executor.close()).catch(() => undefined);
  };

  return {
    forget,
    of: (machine) => {
      const known = kept.get(machine.id);
      if (known !== undefined && isSame(known.machine, machine)) return known.executor;
      // Another instance may have changed the machine, so the old executor must go.
      forget(machine.id);
      const executor = build(machine, ports, shared);
      kept.set(machine.id, { machine, executor });
      executor.catch(() => kept.delete(machine.id));
      return executor;
    },
    once: (machine, onHostKey) =>
      build(
        machine,
        { ...ports, onHostKey: async (_, address, key) => onHostKey(address, key), receiver: async () => machine },
        shared,
      ),
    close: async () => {
      const all = [...kept.values()];
      kept.clear();
      await Promise.allSettled(all.map(async ({ executor }) => (await executor).close()));
      shared.pipes.close();
    },
  };
}

/** Includes the address: two changes may have the same millisecond. */
const isSame = (one: MachineRecord, other: MachineRecord): boolean =>
  one.updatedAt === other.updatedAt && isDeepStrictEqual(one.connection, other.connection);

/** What executors of one kind have in common. */
interface Shared {
  readonly quietMoment: QuietMoment;
  readonly pipes: PipeStock;
}

/** The client libraries are large: each is loaded with the first machine of its kind. */
async function build(machine: MachineRecord, ports: ExecutorPorts, { quietMoment, pipes }: Shared): Promise<Executor> {
  switch (machine.kind) {
    case 'local':
      return createLocalExecutor({
        environment: { PATH: ports.localPath },
        umask: ports.localUmask,
        pipes,
        isolation: ports.isolation,
        own: ports.ownPlaces,
      });
    case 'ssh': {
      const { createSshExecutor } = await import('./ssh/executor.ts');
      const timings = { connectMs: ports.connectMs };
      return createSshExecutor({
        ...sshHost(machine, machine.connection as SshConnection, ports),
        quietMoment,
        timings,
      });
    }
    case 'docker': {
      const { createDockerExecutor } = await import('./docker/executor.ts');
      return createDockerExecutor({ connection: await engine(machine, ports), answerMs: ports.connectMs });
    }
    case 'agent':
      return ports.agent(machine);
  }
}

function sshHost(machine: MachineRecord, hop: SshConnection, ports: ExecutorPorts): SshHost {
  const address = `${hop.host}:${hop.port}`;
  return {
    host: hop.host,
    port: hop.port,
    user: hop.user,
    credentials: async () => sshCredentials(await ports.receiver(machine), hop, ports),
    hostKey: hop.host_key ?? machine.hostKeys[address] ?? null,
    onHostKey: (key) => ports.onHostKey(machine, address, key),
    ...(hop.jump === undefined ? {} : { jump: sshHost(machine, hop.jump, ports) }),
  };
}

/** The machine as it is stored now: a jump host's secrets are the machine's, too. */
async function sshCredentials(machine: MachineRecord, hop: SshHop, ports: ExecutorPorts): Promise<SshCredentials> {
  const secret = (name: string) => ports.secret(machine, name, 'ssh');
  if (hop.agent) return { agent: await ports.sshAgent(machine) };
  if (hop.password_secret !== undefined) return { password: await secret(hop.password_secret) };
  const optional = (name: string | undefined) => (name === undefined ? undefined : secret(name));
  const privateKey = await secret(hop.key_secret!);
  const passphrase = await optional(hop.passphrase_secret);
  return { privateKey, passphrase, certificate: await optional(hop.certificate_secret) };
}

async function engine(machine: MachineRecord, ports: ExecutorPorts) {
  const connection = machine.connection as DockerConnection;
  if ('socket' in connection) return connection;
  const now = await ports.receiver(machine);
  const [ca, cert, key] = await Promise.all(
    [connection.ca_secret, connection.cert_secret, connection.key_secret].map((name) =>
      ports.secret(now, name, 'docker'),
    ),
  );
  return { host: connection.host, ca: ca!, cert: cert!, key: key! };
}
