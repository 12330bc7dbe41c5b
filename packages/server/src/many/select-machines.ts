/** Which machines are meant: slugs, globs and `tag:name`, in the order in which they are named, each once. */
import { argumentsInvalid, because, MANY_LIMITS, Refusal } from '@synapse/contract';
import { machineKey } from '../policy/index.ts';

/** Also tells which of them it was. */
const noneOf = (pattern: string): Refusal =>
  new Refusal('machine_not_found', {}, [{ field: 'machines', problem: because('no_such_machines', { pattern }) }]);

export type Tagged = ReadonlyMap<string, readonly string[]>;

/** `machines`: tags by slug. A pattern that means none is refused: most likely it is a slip. */
export function selectMachines(patterns: readonly string[], machines: Tagged): string[] {
  const all = [...machines].map(([slug, tags]) => ({ slug, tags }));
  const chosen = new Set<string>();
  for (const pattern of patterns) {
    const found = all.filter(machineKey(pattern).matches);
    if (found.length === 0) throw noneOf(pattern);
    for (const { slug } of found) chosen.add(slug);
  }
  const { machines: max } = MANY_LIMITS;
  if (chosen.size > max) {
    throw argumentsInvalid([{ field: 'machines', problem: because('too_many_machines', { max, given: chosen.size }) }]);
  }
  return [...chosen];
}
