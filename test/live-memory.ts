/** The memory that is really in use. Garbage is not counted, so the figure does not depend on when it was collected. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

export function heldMegabytes(): number {
  // Twice, because what the first round frees may have held on to more.
  collect();
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / 2 ** 20;
}
