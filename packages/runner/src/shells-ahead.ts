/**
 * Shells that are started for commands that are about to come, while what has to happen before them happens. They know
 * nothing of any command, and are let go of if none takes them.
 */
import { type Bootstrap, createBootstrap } from './bootstrap.ts';
import type { LocalShell, StartLocalShell } from './local-shell.ts';
import { watchBeside } from './watchdog.ts';

/** A shell that waits for the command of any tag that is plain. */
export interface ReadyShell {
  readonly shell: LocalShell;
  readonly bootstrap: Bootstrap;
}

export interface ShellsAhead {
  /** Starts one, after what was asked for in this turn of the event loop was sent: starting it takes the thread's time. */
  expect(): void;
  /** The oldest that waits, or one that is started now. */
  take(): Promise<ReadyShell>;
  close(): void;
}

/** How long a shell waits for its command, and how many wait at most. */
const SHELL_WAITS_MS = 2_000;
const MOST = 8;

export function createShellsAhead(start: StartLocalShell, waitsMs = SHELL_WAITS_MS): ShellsAhead {
  const waiting = new Map<Promise<ReadyShell>, NodeJS.Timeout>();
  /** Asked for, and not started yet. */
  let expected = 0;
  let closed = false;

  const begin = async (): Promise<ReadyShell> => {
    const bootstrap = createBootstrap();
    const watching = watchBeside({ tag: null, mark: bootstrap.mark });
    return { shell: await start([...bootstrap.argv, '/bin/sh', watching]), bootstrap };
  };
  const remove = (ready: Promise<ReadyShell>): void => {
    clearTimeout(waiting.get(ready));
    waiting.delete(ready);
  };
  const letGo = (ready: Promise<ReadyShell>): void => {
    remove(ready);
    ready.then(({ shell }) => shell.destroy()).catch(() => undefined);
  };
  const beginEarly = (): void => {
    // A command that came first has started its own.
    if (expected === 0 || closed) return;
    expected -= 1;
    const ready = begin();
    waiting.set(ready, setTimeout(letGo, waitsMs, ready).unref());
    const ended = ready.then(({ shell }) => shell.exit);
    // Whoever needs a shell starts one, and is told why that fails.
    ended.catch(() => undefined).then(() => waiting.has(ready) && letGo(ready));
  };

  return {
    expect: () => {
      if (waiting.size + expected >= MOST) return;
      expected += 1;
      setImmediate(beginEarly);
    },
    take: async () => {
      const [ready] = waiting.keys();
      if (ready === undefined) {
        if (expected > 0) expected -= 1;
        return begin();
      }
      remove(ready);
      return ready.catch(begin);
    },
    close: () => {
      closed = true;
      for (const ready of [...waiting.keys()]) letGo(ready);
    },
  };
}
