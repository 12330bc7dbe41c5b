/** Frees what the start left behind: a process that then waits for calls would hold it for ever. */
import { collector } from './collector.ts';

const AFTER_MS = 1_000;

/** Waits until nothing happens. */
export function tidyMemorySoon(isIdle: () => boolean): void {
  const look = (): void => {
    if (isIdle()) collector()({ type: 'major', execution: 'sync', flavor: 'last-resort' });
    else wait();
  };
  const wait = (): void => void setTimeout(look, AFTER_MS).unref();
  wait();
}
