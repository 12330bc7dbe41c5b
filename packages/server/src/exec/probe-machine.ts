/** "Test connection": reaches a machine as a command would, without running anything of the user's. */
import { because, Refusal } from '@synapse/contract';
import type { Executors } from '../executors/registry.ts';
import type { MachineRecord, Machines, Owner } from '../machines/machines.ts';
import type { VaultSnapshots } from '../vault/vault-snapshot.ts';
import { redactRefusal } from './redact-refusal.ts';
import type { UnexpectedErrors } from './unexpected-errors.ts';

/** Throws the refusal that a command would get. */
export type ProbeMachine = (owner: Owner, slug: string, requestId: string) => Promise<void>;

export interface ProbeMachineServices {
  readonly machines: Machines;
  readonly executors: Executors;
  readonly vaultSnapshots: VaultSnapshots;
  readonly unexpected: UnexpectedErrors;
  /** The longest wait for a machine to be reached, and then for its shell. */
  readonly connectMs: number;
  readonly shellMs: number;
}

/** Executors keep to their times by themselves, a second attempt included. This limit is for one that does not. */
const GRACE_MS = 2_000;

export function createProbeMachine(services: ProbeMachineServices): ProbeMachine {
  const { machines, executors, vaultSnapshots, unexpected, connectMs, shellMs } = services;
  const longestMs = 2 * connectMs + shellMs + GRACE_MS;

  const probe = async (machine: MachineRecord): Promise<void> => {
    const signal = AbortSignal.timeout(longestMs);
    try {
      await (await executors.of(machine)).probe(signal, shellMs);
    } catch (error) {
      if (error instanceof Refusal || !signal.aborted) throw error;
      const detail = Math.round(longestMs / 1000);
      throw new Refusal('machine_unreachable', { reason: because('no_answer', { detail }) });
    }
  };

  return async (owner, slug, requestId) => {
    const machine = await machines.find(owner, slug);
    machines.assertLocalAllowed(owner, machine);
    const work = { requestId, executionId: null, machineId: machine.id };
    try {
      await unexpected.during(work, () => probe(machine));
    } catch (error) {
      await machines.noteFailed(machine);
      if (error instanceof Refusal) throw redactRefusal(error, (await vaultSnapshots(owner.userId)).redactor);
      unexpected.note(error, work);
      executors.forget(machine.id);
      throw new Refusal('internal', { request_id: requestId });
    }
    await machines.noteReached(machine);
  };
}
