/** A command that may run in a sandbox alone. There is none yet: it is refused, and never run without. */
import { Refusal } from '@synapse/contract';

export function lookOnly(machine: string): Refusal {
  return new Refusal('look_unavailable', { machine });
}
