/** Optimistic versions: an update made from an older state is refused, with the current one. */
import { Refusal } from '@synapse/contract';

export function assertVersion(given: number | undefined, current: { version: number } & Record<string, unknown>): void {
  if (given === undefined || given === current.version) return;
  throw new Refusal('version_conflict', { version: current.version }).with(current);
}
