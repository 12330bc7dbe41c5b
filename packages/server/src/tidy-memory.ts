/** Gives back what starting left behind: a process that then waits for calls would hold it for ever. */
const AFTER_MS = 1_000;

/** Waits until nothing happens; does nothing where the process was started without `--expose-gc`. */
export function tidyMemorySoon(isIdle: () => boolean): void {
  const { gc } = globalThis;
  if (gc === undefined) return;
  const look = (): void => {
    if (isIdle()) gc({ type: 'major', execution: 'sync', flavor: 'last-resort' });
    else wait();
  };
  const wait = (): void => void setTimeout(look, AFTER_MS).unref();
  wait();
}
