/** Runs commands in the containers of one engine, Docker or Podman, through its API: exec and nothing else. */
import { because, inLanguage, Refusal } from '@synapse/contract';
import {
  createBootstrap,
  driveShell,
  type Executor,
  INSIDE_TEXT,
  payload,
  type ResolvedCommand,
  type RunOptions,
  type RunOutcome,
  SHELL_MS,
  shellStuck,
  supervised,
  type Unstarted,
  watchedInside,
} from '@synapse/runner';
import type Docker from 'dockerode';
import { afterCut } from './after-cut.ts';
import { connectEngine, type DockerConnection } from './client.ts';
import { ANSWER_MS, type Attached, askEngine, attachExec, listContainers, unavailable } from './container.ts';
import { killInContainer } from './kill.ts';
import { execProcess } from './process.ts';

export type { DockerConnection } from './client.ts';

export interface DockerExecutorOptions {
  readonly connection: DockerConnection;
  /** For one request to the engine. */
  readonly answerMs?: number;
}

export function createDockerExecutor({ connection, answerMs = ANSWER_MS }: DockerExecutorOptions): Executor {
  const engine = connectEngine(connection);
  return {
    run: (command, options) => run(engine.api, command, options, answerMs),
    probe: (signal) => askEngine(engine.api, signal, answerMs),
    containers: (signal) => listContainers(engine.api, signal, answerMs),
    close: async () => engine.close(),
  };
}

async function run(api: Docker, command: ResolvedCommand, options: RunOptions, answerMs: number): Promise<RunOutcome> {
  const { container, cwd, tag } = command;
  const shellMs = options.shellMs ?? SHELL_MS;
  if (container === null) throw new Refusal('container_required');
  const bootstrap = createBootstrap(command.shell);
  const signs = { tag, mark: bootstrap.mark };
  const input = options.input !== undefined;
  // A command that reads its input itself sees its end, as the watchdog would.
  const inside = input ? supervised(bootstrap) : watchedInside(bootstrap, signs);
  const env = [`SYNAPSE_EXECUTION=${tag}`, `${INSIDE_TEXT}=${inside.text}`];
  const order = { container, argv: inside.argv, env };
  let attached: Attached;
  try {
    attached = await attachExec(api, order, options.signal, answerMs);
  } catch (error) {
    // Nothing of the user's command has run.
    if (options.signal.aborted) return { kind: 'killed' };
    throw error;
  }
  options.onReached?.();
  const shell = execProcess({
    stream: attached.stream,
    kill: (withinMs, pid) => killInContainer(api, attached.container.id, { ...signs, pid }, withinMs),
    afterCut: () => afterCut(api, container, attached, signs),
  });
  try {
    const outcome = await driveShell(shell, {
      ...options,
      cwd,
      nonces: [bootstrap.nonce],
      endNonce: bootstrap.nonce,
      payload: () => payload(bootstrap, command, { watchdog: false, input }),
      shellMs,
    });
    if (outcome.kind !== 'unstarted') return outcome;
    return unstarted(outcome, shellMs);
  } finally {
    shell.destroy();
  }
}

/** A command that was sent may have run. Only one that was not sent can be refused. */
function unstarted({ exit, sent, noise }: Unstarted, shellMs: number): RunOutcome {
  if (exit === null) throw shellStuck(shellMs);
  if ('lost' in exit) {
    if (sent) return { kind: 'lost', reason: exit.lost };
    if (inLanguage(exit.lost, 'fr') === because('container_gone').fr) throw unavailable('container_gone');
    throw new Refusal('machine_unreachable', { reason: exit.lost });
  }
  // For a missing program Docker says 126, Podman 127.
  if (exit.code === 126 || exit.code === 127) throw unavailable('container_no_shell');
  throw unavailable('engine_refused', noise.slice(-200) || `exec: ${exit.code}`);
}
