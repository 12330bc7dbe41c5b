/** Optimistic versions: an update based on an older state is refused, and the refusal names the current one. */
import { Refusal } from '@synapse/contract';

export function assertVersion(given: number | undefined, current: { version: number } & Record<string, unknown>): void {
  if (given === undefined || given === current.version) return;
  throw new Refusal('version_conflict', { version: current.version }).with(current);
}
