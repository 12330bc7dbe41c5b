/** What became of an exec whose streams ended without a word from its outer shell. */
import { setTimeout as delay } from 'node:timers/promises';
import { because } from '@synapse/contract';
import { CUT_OFF_STATUS, type ShellExit, type Signs } from '@synapse/runner';
import type Docker from 'dockerode';
import { type Attached, livesOn } from './container.ts';
import { killInContainer, sayInContainer } from './kill.ts';

/** An engine may know of an exec's end a moment later than of its streams'. */
const NOTICED_WITHIN_MS = 1_000;
const ASK_EVERY_MS = 25;
const KILLED = 128 + 9;

/** The command has killed its outer shell, or the container, the engine or only the connection to it has gone. */
export async function afterCut(api: Docker, name: string, attached: Attached, signs: Signs): Promise<ShellExit> {
  const { exec, container } = attached;
  const status = await exitStatus(exec);
  // The engine may not have noticed yet that the container is dying: one that still runs a shell is not.
  const dying = status === KILLED && !(await sayInContainer(api, container.id, ':').catch(() => false));
  const same = await livesOn(api, name, container);
  if (same && !dying && status !== null && status !== CUT_OFF_STATUS) return { code: status };
  // What runs on, if the watchdog inside has not seen to it, has nobody left to hear it.
  await killInContainer(api, container.id, signs);
  return { lost: because(same === false || dying ? 'container_gone' : 'engine_gone') };
}

/** Null when the exec still runs, when the engine does not know it any more, or does not answer. */
async function exitStatus(exec: Docker.Exec): Promise<number | null> {
  const abortSignal = AbortSignal.timeout(NOTICED_WITHIN_MS);
  try {
    for (;;) {
      // Podman says 0 of an exec that still runs: `Running` first.
      const { Running, ExitCode } = await exec.inspect({ abortSignal });
      if (!Running) return ExitCode;
      await delay(ASK_EVERY_MS, undefined, { signal: abortSignal });
    }
  } catch {
    return null;
  }
}
