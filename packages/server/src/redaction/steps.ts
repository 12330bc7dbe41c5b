/** Long work cut into small steps: done at once, or in turns of a few milliseconds so that others are served in between. */
import { setImmediate as nextTurn } from 'node:timers/promises';

/** Stops now and then; the value comes at the end. */
export type Steps<T> = Generator<undefined, T, undefined>;

const TURN_MS = 8;

export function finish<T>(steps: Steps<T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}

export async function finishInTurns<T>(steps: Steps<T>): Promise<T> {
  for (let turn = performance.now(); ; ) {
    const { done, value } = steps.next();
    if (done === true) return value;
    if (performance.now() - turn < TURN_MS) continue;
    await nextTurn();
    turn = performance.now();
  }
}
