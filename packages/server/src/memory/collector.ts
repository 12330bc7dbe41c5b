/** V8's collector, asked for by hand: only where we know better than it does that much has just died. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

export type Collect = NonNullable<typeof globalThis.gc>;

/** The function that `--expose-gc` gives; asked for here, so that it is there however the service was started. */
export function collector(): Collect {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc') as Collect;
}
