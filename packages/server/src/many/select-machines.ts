/** Which machines are meant: slugs, globs and `tag:name`, in the order in which they are named, each once. */
import { argumentsInvalid, because, MANY_LIMITS, Refusal } from '@synapse/contract';
import { readAddress } from '../exec/prepare/enter-workspace.ts';
import { nearestNamed } from '../nearest.ts';
import { machineKey } from '../policy/index.ts';

/** Also tells which of them it was, and which there are. */
function noneOf(pattern: string, machines: Tagged): Refusal {
  const tags = new Set([...machines.values()].flat());
  const known = pattern.startsWith('tag:') ? [...tags].map((tag) => `tag:${tag}`) : machines.keys();
  const nearest = nearestNamed('machines', pattern, known);
  const none = { field: 'machines', problem: because('no_such_machines', { pattern }) };
  return new Refusal('machine_not_found', {}, nearest.length === 0 ? [none] : nearest);
}

/** By the caller's names for them. */
export type Tagged = ReadonlyMap<string, readonly string[]>;

const machineOf = (name: string, tags: readonly string[]) => {
  const { crew, slug } = readAddress(name);
  return { name, slug, crew, tags };
};

/** `machines`: tags by name. A pattern that means none is refused: most likely it is a slip. */
export function selectMachines(patterns: readonly string[], machines: Tagged): string[] {
  const all = [...machines].map(([name, tags]) => machineOf(name, tags));
  const chosen = new Set<string>();
  for (const pattern of patterns) {
    const found = all.filter(machineKey(pattern).matches);
    if (found.length === 0) throw noneOf(pattern, machines);
    for (const { name } of found) chosen.add(name);
  }
  const { machines: max } = MANY_LIMITS;
  if (chosen.size > max) {
    throw argumentsInvalid([{ field: 'machines', problem: because('too_many_machines', { max, given: chosen.size }) }]);
  }
  return [...chosen];
}
