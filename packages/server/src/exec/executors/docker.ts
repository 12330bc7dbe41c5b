/** Runs commands in the containers of one engine, Docker or Podman, by its API: exec and nothing else. */
import { because, inLanguage, Refusal } from '@synapse/contract';
import {
  createBootstrap,
  driveShell,
  type Executor,
  type Outcome,
  payload,
  type ResolvedCommand,
  type RunOptions,
  supervised,
  type Unstarted,
} from '@synapse/runner';
import type Docker from 'dockerode';
import { connectEngine, type DockerConnection } from './docker-client.ts';
import { type Attached, attachExec, ENGINE_ANSWERS_WITHIN_MS, unavailable, unreachable } from './docker-container.ts';
import { afterCut } from './docker-cut.ts';
import { killInContainer } from './docker-kill.ts';
import { execProcess } from './docker-process.ts';

export type { DockerConnection } from './docker-client.ts';

/** From the engine's word that the shell is started to the shell's own, and from there to the command's start. */
const HANDSHAKE_WITHIN_MS = 10_000;

export function createDockerExecutor({ connection }: { connection: DockerConnection }): Executor {
  const engine = connectEngine(connection);
  return {
    awaitsClearance: true,
    run: (command, options) => run(engine.api, command, options),
    probe: async (signal) => {
      const abortSignal = AbortSignal.any([signal, AbortSignal.timeout(ENGINE_ANSWERS_WITHIN_MS)]);
      // Rather than a ping: a proxy before the engine may let that alone through.
      await engine.api.listContainers({ limit: 1, abortSignal }).catch((error: unknown) => {
        throw unreachable(error);
      });
    },
    close: async () => engine.close(),
  };
}

async function run(api: Docker, command: ResolvedCommand, options: RunOptions): Promise<Outcome> {
  const { container, cwd, tag } = command;
  if (container === null) throw new Refusal('container_required');
  const bootstrap = createBootstrap();
  const order = { container, argv: supervised(bootstrap), env: [`SYNAPSE_EXECUTION=${tag}`] };
  const signs = { tag, mark: bootstrap.mark };
  let attached: Attached;
  try {
    attached = await attachExec(api, order, options.signal);
  } catch (error) {
    // Nothing of the user's has run.
    if (options.signal.aborted) return { kind: 'killed' };
    throw error;
  }
  const shell = execProcess({
    stream: attached.stream,
    kill: (pid) => killInContainer(api, attached.container.id, { ...signs, pid }),
    afterCut: () => afterCut(api, container, attached, signs),
  });
  try {
    const outcome = await driveShell(shell, {
      ...options,
      cwd,
      nonces: [bootstrap.nonce],
      endNonce: bootstrap.nonce,
      payload: () => payload(bootstrap, command, { watchdog: false }),
      watched: false,
      readyMs: HANDSHAKE_WITHIN_MS,
      startMs: HANDSHAKE_WITHIN_MS,
    });
    if (outcome.kind !== 'unstarted') return outcome;
    return unstarted(outcome);
  } finally {
    shell.destroy();
  }
}

/** A command that was sent may have run: only one that was not can be refused. */
function unstarted({ exit, sent, noise }: Unstarted): Outcome {
  if (exit && 'lost' in exit) {
    if (sent) return { kind: 'lost', reason: exit.lost };
    if (inLanguage(exit.lost, 'fr') === because('container_gone').fr) throw unavailable('container_gone');
    throw new Refusal('machine_unreachable', { reason: exit.lost });
  }
  // Docker says 126 of a missing program, Podman 127.
  if (exit?.code === 126 || exit?.code === 127) throw unavailable('container_no_shell');
  throw unavailable('engine_refused', noise.slice(-200) || `exec: ${exit?.code ?? 'ETIMEDOUT'}`);
}
