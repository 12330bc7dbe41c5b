/** Runs commands on the host of the service itself, each in its own session with a clean environment. */
import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { createBootstrap, killTree, onOneLine, waitingShell } from './bootstrap.ts';
import { driveShell, type Unstarted } from './drive-shell.ts';
import { type Executor, type ResolvedCommand, type RunOptions, type RunOutcome, SHELL_MS } from './executor.ts';
import type { Isolation } from './isolation/isolation.ts';
import { createLingering } from './lingering.ts';
import { localShells } from './local-shell.ts';
import { createPipeStock, type PipeStock } from './pipe-stock.ts';
import { hostShell, prepareCommand, unstartedRefusal } from './prepare-command.ts';
import { probeByShell } from './probe-by-shell.ts';
import { OWN_PLACES_VARIABLE } from './sandbox/reading-rules.ts';
import { GATHER, killFromOutside } from './watchdog.ts';

export interface LocalExecutorOptions {
  /** Added to the environment of a login: nothing else of the service's own reaches a command. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Of commands; that of this process is for its own files. Default: the same. */
  readonly umask?: number;
  /** Shared with other executors, and closed by its creator. By default the executor makes its own. */
  readonly pipes?: PipeStock;
  /** What keeps commands away from the service. Closed by its creator. */
  readonly isolation?: Isolation | null;
  /** Files and folders of the user that runs the commands: in a sandbox, none of them can be read. Absolute paths. */
  readonly own?: readonly string[];
}

/** A command that lasts this long is gathered in a control group. Shorter ones pay nothing for it. */
const GATHER_MS = 300;
/** For the shell that kills from outside. */
const KILLER_MS = 15_000;

export function createLocalExecutor(options: LocalExecutorOptions = {}): Executor {
  const lingering = createLingering();
  const stock = options.pipes ?? createPipeStock();
  const { own = [] } = options;
  const hidden: Record<string, string> = own.length === 0 ? {} : { [OWN_PLACES_VARIABLE]: own.join('\n') };
  const start = localShells(stock, { ...options.environment, ...hidden }, options.isolation);

  const kill = async (text: string): Promise<void> => {
    const killer = await start(waitingShell('sh'));
    // It may have to wait for a container that does not answer, and must not block the others from ending.
    for (const stream of [killer.stdout, killer.stderr]) stream.resume().unref();
    killer.stdin.end(`${onOneLine(text)}\n`);
    killer.unref();
    await Promise.race([killer.exit, delay(KILLER_MS, null, { ref: false })]);
    killer.destroy();
  };

  const drive = async (
    command: ResolvedCommand,
    runOptions: RunOptions & { readonly shellMs: number },
  ): Promise<RunOutcome | Unstarted> => {
    const bootstrap = createBootstrap(hostShell(command), options.umask);
    const { killBeside, ...prepared } = prepareCommand(command, bootstrap, {
      watchdog: true,
      input: runOptions.input !== undefined,
    });
    const signs = { tag: command.tag, mark: bootstrap.mark };
    const shell = await start(bootstrap.argv);
    let gathering: NodeJS.Timeout | undefined;
    const killed = (pid: number) => kill(killFromOutside(killTree(pid, signs, 'marked'), killBeside, KILLER_MS));
    const result = await driveShell(
      { ...shell, killTree: killed },
      {
        ...runOptions,
        ...prepared,
        onStarted: () => {
          // Where the command reads its input itself, no watchdog does.
          if (runOptions.input === undefined)
            gathering = setTimeout(() => shell.stdin.write(`${GATHER}\n`), GATHER_MS).unref();
          runOptions.onStarted();
        },
        cwd: command.cwd,
      },
    ).finally(() => clearTimeout(gathering));
    if (result.kind === 'unstarted') return result;
    for (const stream of [shell.stdout, shell.stderr]) if (!stream.closed) lingering.add(held(stream));
    return result;
  };

  const run: Executor['run'] = async (command, runOptions) => {
    if (runOptions.signal.aborted) return { kind: 'killed' };
    const shellMs = runOptions.shellMs ?? SHELL_MS;
    runOptions.onReached?.();
    const result = await drive(command, { ...runOptions, shellMs }).finally(() => void stock.fill());
    if (result.kind === 'unstarted') throw unstartedRefusal(command, result, shellMs);
    return result;
  };

  return {
    run,
    probe: (signal, shellMs) => probeByShell(run, signal, shellMs),
    close: async () => {
      if (options.pipes === undefined) stock.close();
      lingering.close();
    },
  };
}

/** Does not keep the service from ending. */
function held(stream: Socket) {
  stream.unref();
  return { close: () => stream.destroy(), once: stream.once.bind(stream) };
}
