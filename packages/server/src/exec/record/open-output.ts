/** Makes the output of a command, which is redacted with the vaults of its order as they are at that moment. */
import { EXECUTION_LIMITS, MANY_LIMITS } from '@synapse/contract';
import { hidingShapes, type Redactor } from '../../redaction/index.ts';
import type { VaultSnapshots } from '../../vault/vault-snapshot.ts';
import type { Order } from '../order.ts';
import { openVault } from '../prepare/open-vault.ts';
import { Output, type Pace } from './output.ts';

/** `redactor`: made from the vault as it was when the command was checked. */
/** `wide`: as one of many at once, each of which keeps a part of what a single one may. */
export type OpenOutput = (order: Pick<Order, 'workspaceId' | 'actor'>, redactor: Redactor, wide?: boolean) => Output;

const { stdoutBytes, stderrBytes } = EXECUTION_LIMITS;
/** All of them together keep as much as the usual number of commands at once. */
const PART = MANY_LIMITS.parallel / MANY_LIMITS.machines;
const WIDE = { stdout: Math.floor(stdoutBytes * PART), stderr: Math.floor(stderrBytes * PART) };

export function createOpenOutput(vaultSnapshots: VaultSnapshots, pace: Pace): OpenOutput {
  return (order, redactor, wide = false) => {
    const newest = async (at?: number) => {
      const { redactor: latest } = await openVault(vaultSnapshots, order, at);
      return redactor.shapes ? hidingShapes(latest) : latest;
    };
    return new Output(redactor, newest, pace, wide ? WIDE : undefined);
  };
}
