/** The refusal of a placeholder or a setting that names no secret: it says which there are. */
import { Refusal } from '@synapse/contract';
import { nearestNamed } from '../nearest.ts';

export function missingSecret(name: string, vault: { names(): Iterable<string> }): Refusal {
  return new Refusal('secret_missing', { name }, nearestNamed('secret', name, vault.names()));
}
