/** Does long work in pieces of a few milliseconds, so that others are served in between. */
import { setTimeout as after, setImmediate as nextTurn } from 'node:timers/promises';
import type { Steps } from '../redaction/index.ts';

const TURN_MS = 8;

/** A caller waits for it: the next piece runs as soon as the others were served. */
export function finishInTurns<T>(steps: Steps<T>): Promise<T> {
  return finish(steps, () => nextTurn());
}

/** It is not awaited: it pauses longer than it works, and does not keep the process alive. */
export function finishAtLeisure<T>(steps: Steps<T>): Promise<T> {
  return finish(steps, () => after(2 * TURN_MS, undefined, { ref: false }));
}

async function finish<T>(steps: Steps<T>, pause: () => Promise<unknown>): Promise<T> {
  for (let turn = performance.now(); ; ) {
    const { done, value } = steps.next();
    if (done === true) return value;
    if (performance.now() - turn < TURN_MS) continue;
    await pause();
    turn = performance.now();
  }
}
