/** Makes the output of a command. Whenever it is asked, it uses its user's vault as it is at that moment. */
import type { Redactor } from '../redaction/index.ts';
import type { VaultSnapshots } from '../vault/vault-snapshot.ts';
import { Output, type Pace } from './output.ts';

/** `redactor`: made from the vault as it was when the command was checked. */
export type OpenOutput = (userId: string, redactor: Redactor) => Output;

export function createOpenOutput(vaultSnapshots: VaultSnapshots, pace: Pace): OpenOutput {
  return (userId, redactor) => new Output(redactor, async () => (await vaultSnapshots(userId)).redactor, pace);
}
