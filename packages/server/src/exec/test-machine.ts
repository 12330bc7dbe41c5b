/** "Test connection": reaches a machine as a command would, without running anything of the user's. */
import type { Machines, Owner } from '../machines/machines.ts';
import type { Executors } from './executors/registry.ts';
import { redactRefusal } from './redact-refusal.ts';
import type { VaultSnapshots } from './vault-snapshot.ts';

/** Throws the refusal that a command would get. */
export type TestMachine = (owner: Owner, slug: string) => Promise<void>;

const PROBE_MS = 15_000;

export function createTestMachine(
  machines: Machines,
  executors: Executors,
  vaultSnapshots: VaultSnapshots,
): TestMachine {
  return async (owner, slug) => {
    const machine = await machines.find(owner, slug);
    machines.assertLocalAllowed(owner, machine);
    try {
      const executor = await executors.of(machine);
      await executor.probe(AbortSignal.timeout(PROBE_MS));
    } catch (error) {
      await machines.noteFailed(machine);
      throw redactRefusal(error, (await vaultSnapshots(owner.userId)).redactor);
    }
    await machines.noteReached(machine);
  };
}
