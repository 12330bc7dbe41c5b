/** The memory that is really held: what the collector would free is not counted, so the figure does not depend on when it ran. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

export function heldMegabytes(): number {
  // Twice: what the first round finds dead may have held on to more.
  collect();
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / 2 ** 20;
}
