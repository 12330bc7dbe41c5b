/** Trying machines without running anything of the user's: one that is stored, one that is not yet, its containers. */
import { randomUUID } from 'node:crypto';
import { because, type FoundContainer, type FoundSystem, type NewMachine, Refusal } from '@synapse/contract';
import { type Executor, findSandbox, type SandboxName } from '@synapse/runner';
import type { Config } from '../../config/read-config.ts';
import type { Executors } from '../../executors/registry.ts';
import type { Author, MachineRecord, Machines, Owner } from '../../machines/machines.ts';
import type { VaultSnapshots } from '../../vault/vault-snapshot.ts';
import { redactRefusal } from '../answer/redact-refusal.ts';
import type { UnexpectedErrors } from '../record/unexpected-errors.ts';
import { findContainers } from './find-containers.ts';
import { findSystem } from './find-system.ts';

/** What was seen of a machine that is not stored. */
export interface Sighting {
  /** `host:port` → the key that it showed. */
  readonly hostKeys: ReadonlyMap<string, string>;
  /** Empty where there is no engine, or none that this user may ask. */
  readonly containers: readonly FoundContainer[];
  readonly system: FoundSystem | null;
  /** Null: none works. Undefined where that was not found out. */
  readonly sandbox: SandboxName | null | undefined;
}

/** Each throws the refusal that a command would get. */
export interface Probing {
  /** No attempt takes longer. */
  readonly longestMs: number;
  readonly probeMachine: (owner: Owner, slug: string, requestId: string) => Promise<void>;
  /**
   * The same with a login of its own, not over an open connection; and whether everything that the machine names is
   * there: its secret for sudo, its default directory.
   */
  readonly testMachine: (owner: Owner, slug: string, requestId: string) => Promise<void>;
  /** The running containers of a machine, whether or not it may use them. */
  readonly containersOf: (owner: Owner, slug: string, requestId: string) => Promise<FoundContainer[]>;
  /** Reaches a machine as it is described. Nothing of it is kept. */
  readonly checkMachine: (owner: Author, wish: NewMachine, requestId: string) => Promise<Sighting>;
}

export interface ProbingServices {
  readonly machines: Machines;
  readonly executors: Executors;
  readonly vaultSnapshots: VaultSnapshots;
  readonly unexpected: UnexpectedErrors;
  /** The longest wait for a machine to be reached, and then for its shell. */
  readonly config: Pick<Config, 'connectSeconds' | 'shellSeconds'>;
}

/** Executors keep to their times by themselves, a second attempt included. This limit is for one that does not. */
const GRACE_MS = 2_000;

export function createProbing(services: ProbingServices): Probing {
  const { machines, executors, vaultSnapshots, unexpected, config } = services;
  const shellMs = config.shellSeconds * 1000;
  const longestMs = 2 * config.connectSeconds * 1000 + shellMs + GRACE_MS;

  /** Does something with a machine, within its time. An error that is no refusal is a defect, and ends nothing else. */
  const attempt = async <T>(
    machine: MachineRecord,
    requestId: string,
    work: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> => {
    const signal = AbortSignal.timeout(longestMs);
    const about = { requestId, executionId: null, machineId: machine.id };
    try {
      return await unexpected.during(about, () => work(signal));
    } catch (error) {
      const refusal = refusalOf(error, signal);
      if (refusal !== null) throw redactRefusal(refusal, (await vaultSnapshots(machine.workspaceId)).redactor);
      unexpected.note(error, about);
      executors.forget(machine.id);
      throw new Refusal('internal', { request_id: requestId });
    }
  };

  const refusalOf = (error: unknown, signal: AbortSignal): Refusal | null => {
    if (error instanceof Refusal) return error;
    const detail = Math.round(longestMs / 1000);
    return signal.aborted ? new Refusal('machine_unreachable', { reason: because('no_answer', { detail }) }) : null;
  };

  const probe = async (owner: Owner, slug: string, requestId: string, reconnect = false): Promise<MachineRecord> => {
    const machine = await machines.find(owner, slug);
    machines.assertLocalAllowed(owner, machine);
    // Running commands keep their connection; no new one uses a connection that was opened with an older key.
    if (reconnect && machine.connection !== null) executors.forget(machine.id);
    try {
      await attempt(machine, requestId, async (signal) => (await executors.of(machine)).probe(signal, shellMs));
    } catch (error) {
      await machines.noteFailed(machine);
      throw error;
    }
    await machines.noteReached(machine);
    return machine;
  };

  /** Of a machine that was reached: what it names, and nothing has used yet. */
  const examine = async (machine: MachineRecord, executor: Executor, signal: AbortSignal): Promise<void> => {
    if (machine.sudoSecret !== null) (await vaultSnapshots(machine.workspaceId)).termsOf(machine.sudoSecret);
    if (machine.defaultCwd !== null) await enterDirectory(executor, machine, signal, shellMs);
  };

  return {
    longestMs,
    probeMachine: async (owner, slug, requestId) => {
      await probe(owner, slug, requestId);
    },

    testMachine: async (owner, slug, requestId) => {
      const machine = await probe(owner, slug, requestId, true);
      await attempt(machine, requestId, async (signal) => examine(machine, await executors.of(machine), signal));
    },

    containersOf: async (owner, slug, requestId) => {
      const machine = await machines.find(owner, slug);
      machines.assertLocalAllowed(owner, machine);
      return attempt(machine, requestId, async (signal) =>
        findContainers(await executors.of(machine), signal, shellMs),
      );
    },

    checkMachine: async (owner, wish, requestId) => {
      const machine = machines.draft(owner, wish);
      const hostKeys = new Map<string, string>();
      return attempt(machine, requestId, async (signal) => {
        const executor = await executors.once(machine, (address, key) => void hostKeys.set(address, key));
        try {
          await executor.probe(signal, shellMs);
          await examine(machine, executor, signal);
          const { redactText } = (await vaultSnapshots(machine.workspaceId)).redactor;
          // On an engine nothing runs outside of its containers.
          const system = machine.kind === 'docker' ? null : await findSystem(executor, signal, shellMs, redactText);
          const containers = await containersIfAny(executor, signal, shellMs);
          const sandbox = system === null ? undefined : await sandboxIfAny(executor, signal, shellMs);
          return { hostKeys, system, containers, sandbox };
        } finally {
          await executor.close();
        }
      });
    },
  };
}

/** Runs nothing in the default directory. Throws cwd_not_found where it cannot be entered. */
async function enterDirectory(
  executor: Executor,
  { defaultCwd, defaultContainer }: MachineRecord,
  signal: AbortSignal,
  shellMs: number,
): Promise<void> {
  const outcome = await executor.run(
    {
      script: ':',
      secrets: new Map(),
      cwd: defaultCwd,
      container: defaultContainer,
      tag: `directory-${randomUUID()}`,
    },
    {
      output: { stdout: () => undefined, stderr: () => undefined },
      signal,
      shellMs,
      mayStart: () => Promise.resolve(),
      onStarted: () => undefined,
    },
  );
  if (outcome.kind === 'lost') throw new Refusal('machine_unreachable', { reason: outcome.reason });
}

/** That there is no engine is no reason to refuse a machine. */
async function containersIfAny(executor: Executor, signal: AbortSignal, shellMs: number): Promise<FoundContainer[]> {
  try {
    return await findContainers(executor, signal, shellMs);
  } catch (error) {
    if (error instanceof Refusal) return [];
    throw error;
  }
}

/** A machine that takes too long for this is reached all the same. */
async function sandboxIfAny(
  executor: Executor,
  signal: AbortSignal,
  shellMs: number,
): Promise<SandboxName | null | undefined> {
  try {
    return (await findSandbox(executor, { container: null, signal, shellMs })).sandbox;
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}
