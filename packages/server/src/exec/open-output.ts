/** Makes the output of a command: one that knows its user's vault as it is whenever it is asked. */
import type { Redactor } from '../redaction/index.ts';
import type { VaultSnapshots } from '../vault/vault-snapshot.ts';
import { Output, type Pace } from './output.ts';

/** `redactor`: of the vault as the command saw it when it was checked. */
export type OpenOutput = (userId: string, redactor: Redactor) => Output;

export function createOpenOutput(vaultSnapshots: VaultSnapshots, pace: Pace): OpenOutput {
  return (userId, redactor) => new Output(redactor, async () => (await vaultSnapshots(userId)).redactor, pace);
}
