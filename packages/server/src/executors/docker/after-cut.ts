/** Finds out how an exec ended whose streams ended before its outer shell reported it. */
import { setTimeout as delay } from 'node:timers/promises';
import { because } from '@synapse/contract';
import { CUT_OFF_STATUS, type ShellExit, type Signs } from '@synapse/runner';
import type Docker from 'dockerode';
import { type Attached, livesOn } from './container.ts';
import { killInContainer, sayInContainer } from './kill.ts';

/** An engine may learn of an exec's end a moment later than of the end of its streams. */
const NOTICED_WITHIN_MS = 1_000;
const ASK_EVERY_MS = 25;
const KILLED = 128 + 9;
/**
 * Docker says so of an exec that it could not start, and of one that was started and that it lost the streams of: that
 * one has a process, and may still run.
 */
const ENGINE_FAILED = 126;

/** The command has killed its outer shell, or the container, the engine, or just the connection has gone. */
export async function afterCut(api: Docker, name: string, attached: Attached, signs: Signs): Promise<ShellExit> {
  const { exec, container } = attached;
  const status = await exitStatus(exec);
  // The engine may not have noticed yet that the container is dying. A container that still runs a shell is not dying.
  const dying = status === KILLED && !(await sayInContainer(api, container.id, ':').catch(() => false));
  const same = await livesOn(api, name, container);
  if (same && !dying && status !== null && status !== CUT_OFF_STATUS) return { code: status };
  // What still runs, if the watchdog inside has not killed it, has no reader any more.
  await killInContainer(api, container.id, signs);
  return { lost: because(same === false || dying ? 'container_gone' : 'engine_gone') };
}

/** Null when the exec still runs or may do so, when the engine no longer knows it, or does not answer. */
async function exitStatus(exec: Docker.Exec): Promise<number | null> {
  const abortSignal = AbortSignal.timeout(NOTICED_WITHIN_MS);
  try {
    for (;;) {
      // Podman reports 0 for an exec that still runs, so `Running` is checked first.
      const { Running, ExitCode, Pid } = await exec.inspect({ abortSignal });
      if (!Running) return ExitCode === ENGINE_FAILED && Pid > 0 ? null : ExitCode;
      await delay(ASK_EVERY_MS, undefined, { signal: abortSignal });
    }
  } catch {
    return null;
  }
}
