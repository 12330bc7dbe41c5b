/** Does long work in turns of a few milliseconds: others are served in between. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Steps } from '../redaction/index.ts';

const TURN_MS = 8;

export async function finishInTurns<T>(steps: Steps<T>): Promise<T> {
  for (let turn = performance.now(); ; ) {
    const { done, value } = steps.next();
    if (done === true) return value;
    if (performance.now() - turn < TURN_MS) continue;
    await nextTurn();
    turn = performance.now();
  }
}
