/** Calls V8's garbage collector by hand, only where we know better than V8 that much has just become garbage. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

export type Collect = NonNullable<typeof globalThis.gc>;

/** The function that `--expose-gc` gives. Requested here, so that it exists however the service was started. */
export function collector(): Collect {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc') as Collect;
}
