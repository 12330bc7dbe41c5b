/** A daemon that is ended and cleaned up, even when the test process itself was killed. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';

export interface Daemon {
  /** Ends the daemon, runs its clean-up and waits for both. */
  stop(): Promise<void>;
  /** Kills it like a crash would; `stop` still runs the clean-up. */
  kill(): Promise<void>;
}

export interface DaemonOptions {
  readonly argv: readonly [string, ...string[]];
  readonly env: NodeJS.ProcessEnv;
  readonly log: string;
  /** Shell text to run after the daemon's end. */
  readonly cleanup: string;
  /** Resolves when the daemon answers; called again until then. */
  readonly ready: () => Promise<unknown>;
}

const READY_WITHIN_MS = 120_000;

// Its stdin is a pipe from the test process, so the end of either ends the daemon.
const SUPERVISOR = `
log=$1 cleanup=$2; shift 2
"$@" >"$log" 2>&1 </dev/null & daemon=$!
echo "$daemon"
while read -r order; do [ "$order" = kill ] && kill -9 "$daemon"; done
kill "$daemon" 2>/dev/null
i=0; while kill -0 "$daemon" 2>/dev/null && [ "$i" -lt 100 ]; do i=$((i+1)); sleep 0.1; done
kill -9 "$daemon" 2>/dev/null
wait "$daemon"
eval "$cleanup"`;

export async function supervise(options: DaemonOptions): Promise<Daemon> {
  const child = spawn('/bin/sh', ['-c', SUPERVISOR, 'sh', options.log, options.cleanup, ...options.argv], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: options.env,
    detached: true,
  });
  const ended = once(child, 'exit');
  const pid = Number(String((await once(child.stdout, 'data'))[0]).trim());
  const daemon: Daemon = {
    stop: async () => {
      child.stdin.end();
      await ended;
    },
    kill: async () => {
      child.stdin.write('kill\n');
      while (!(await isGone(pid))) await delay(10);
    },
  };
  try {
    await untilReady(options, pid);
  } catch (error) {
    const log = await readFile(options.log, 'utf8').catch(() => '');
    await daemon.stop();
    throw new Error(`${options.argv[0]} is not ready: ${String(error)}\n${log.slice(-2000)}`);
  }
  return daemon;
}

async function untilReady(options: DaemonOptions, pid: number): Promise<void> {
  const deadline = Date.now() + READY_WITHIN_MS;
  for (;;) {
    try {
      await options.ready();
      return;
    } catch (error) {
      if (Date.now() > deadline || (await isGone(pid))) throw error;
      await delay(20);
    }
  }
}

/** Whether a process has ended. A zombie, which nobody has waited for yet, has. */
export async function isGone(pid: number): Promise<boolean> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return stat === '' || /\) [ZX] /.test(stat);
}
