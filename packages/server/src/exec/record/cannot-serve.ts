/** Refusals that say nothing about an order: this instance cannot serve at the moment, and the same order may pass later. */
import { Refusal } from '@synapse/contract';

const CODES = new Set<string>(['not_ready', 'lease_lost', 'storage_full']);

export function cannotServe(error: unknown): boolean {
  return error instanceof Refusal && CODES.has(error.code);
}

/** An execution that was refused for this never ran, so a repeated order runs. */
export function mayPassLater(code: string | null | undefined): boolean {
  return code !== null && code !== undefined && CODES.has(code);
}
