/** The executor of each machine: made when first needed, kept while the machine's settings stay the same. */
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
  /** A command on the machine's host is about to come. Makes no executor for that. */
  expect(machine: MachineRecord): void;
  /**
   * An executor for this one time, which its caller closes. The keys that hosts show are told, and not kept.
   */
  once(machine: MachineRecord, onHostKey: (address: string, key: string) => void): Promise<Executor>;
  /** The machine was changed or removed: its open connections are closed. */
  forget(machineId: string): void;
  close(): Promise<void>;
}

export interface ExecutorPorts {
  /** A secret of the machine's owner; throws secret_missing. */
  readonly secret: (userId: string, name: string) => Promise<SecretValue>;
  readonly onHostKey: (machine: MachineRecord, address: string, key: string) => Promise<void>;
  /** `PATH` of commands on the service's own host. */
  readonly localPath: string;
  /** What keeps those commands away from the service. Null: nothing. */
  readonly isolation: Isolation | null;
  /** The socket of the service's own ssh agent. Null: it has none. */
  readonly sshAgent: string | null;
  /** The longest wait for a machine to be reached. */
  readonly connectMs: number;
  /** Machines that connect to us. */
  readonly agent: (machine: MachineRecord) => Executor;
}

export function createExecutors(ports: ExecutorPorts): Executors {
  const shared: Shared = { quietMoment: createQuietMoment(), pipes: createPipeStock() };
  const kept = new Map<string, { updatedAt: number; executor: Promise<Executor> }>();

  const forget = (machineId: string): void => {
    const known = kept.get(machineId);
    kept.delete(machineId);
    known?.executor.then((executor) => executor.close()).catch(() => undefined);
  };

  const find = (machine: MachineRecord): Promise<Executor> | undefined => {
    const known = kept.get(machine.id);
    return known?.updatedAt === machine.updatedAt ? known.executor : undefined;
  };

  return {
    forget,
    expect: (machine) => {
      find(machine)
        ?.then((executor) => executor.expect?.())
        .catch(() => undefined);
    },
    of: (machine) => {
      const known = find(machine);
      if (known !== undefined) return known;
      // Another instance may have changed the machine, so the old executor must go.
      forget(machine.id);
      const executor = build(machine, ports, shared);
      kept.set(machine.id, { updatedAt: machine.updatedAt, executor });
      executor.catch(() => kept.delete(machine.id));
      return executor;
    },
    once: (machine, onHostKey) =>
      build(machine, { ...ports, onHostKey: async (_, address, key) => onHostKey(address, key) }, shared),
    close: async () => {
      const all = [...kept.values()];
      kept.clear();
      await Promise.allSettled(all.map(async ({ executor }) => (await executor).close()));
      shared.pipes.close();
    },
  };
}

/** What executors of one kind have in common. */
interface Shared {
  readonly quietMoment: QuietMoment;
  readonly pipes: PipeStock;
}

/** The client libraries are large: each is loaded with the first machine of its kind. */
async function build(machine: MachineRecord, ports: ExecutorPorts, { quietMoment, pipes }: Shared): Promise<Executor> {
  switch (machine.kind) {
    case 'local':
      return createLocalExecutor({ environment: { PATH: ports.localPath }, pipes, isolation: ports.isolation });
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
    credentials: () => sshCredentials(machine.userId, hop, ports),
    hostKey: hop.host_key ?? machine.hostKeys[address] ?? null,
    onHostKey: (key) => ports.onHostKey(machine, address, key),
    ...(hop.jump === undefined ? {} : { jump: sshHost(machine, hop.jump, ports) }),
  };
}

async function sshCredentials(userId: string, hop: SshHop, ports: ExecutorPorts): Promise<SshCredentials> {
  const { secret, sshAgent } = ports;
  if (hop.agent) return { agent: sshAgent };
  if (hop.password_secret !== undefined) return { password: await secret(userId, hop.password_secret) };
  const optional = (name: string | undefined) => (name === undefined ? undefined : secret(userId, name));
  const privateKey = await secret(userId, hop.key_secret!);
  const passphrase = await optional(hop.passphrase_secret);
  return { privateKey, passphrase, certificate: await optional(hop.certificate_secret) };
}

async function engine(machine: MachineRecord, { secret }: ExecutorPorts) {
  const connection = machine.connection as DockerConnection;
  if ('socket' in connection) return connection;
  const [ca, cert, key] = await Promise.all(
    [connection.ca_secret, connection.cert_secret, connection.key_secret].map((name) => secret(machine.userId, name)),
  );
  return { host: connection.host, ca: ca!, cert: cert!, key: key! };
}
