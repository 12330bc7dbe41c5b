/** Kills a command's whole tree inside its container, by a second exec: closing the streams would kill nothing. */

import { killMarked, type Signs } from '@synapse/runner';
import type Docker from 'dockerode';

const SAID_WITHIN_MS = 1_600;
const DONE = 'synapse: done';

export function killInContainer(
  api: Docker,
  containerId: string,
  { pid, ...signs }: Signs & { readonly pid?: number | undefined },
  withinMs = SAID_WITHIN_MS,
): Promise<boolean> {
  const text = [killMarked(signs), ...(pid === undefined ? [] : [killGroupOf(pid)])].join('; ');
  return sayInContainer(api, containerId, text, withinMs).catch(isContainerOver);
}

/**
 * Runs shell text of our own, and says whether it came to its end. It runs as the container's default user, like the
 * command. So a container that was taken over gains no shell with more rights from it.
 */
export async function sayInContainer(
  api: Docker,
  containerId: string,
  text: string,
  withinMs = SAID_WITHIN_MS,
): Promise<boolean> {
  const abortSignal = AbortSignal.timeout(withinMs);
  const exec = await api.getContainer(containerId).exec({
    Cmd: ['/bin/sh', '-c', `${text}; echo "${DONE}"`],
    AttachStdout: true,
    abortSignal,
  });
  let said = '';
  for await (const chunk of await exec.start({ abortSignal })) {
    said = (said + String(chunk)).slice(-100);
    if (said.includes(DONE)) return true;
  }
  return false;
}

/** For containers without grep, where nothing can be found by its tag: kills the inner shell's process group. */
function killGroupOf(pid: number): string {
  // The name of the program, in brackets, may have spaces in it.
  const group = `read -r s </proc/${Math.trunc(pid)}/stat && s=\${s##*) } && set -- $s`;
  return `${group} && [ "\${3:-0}" -gt 1 ] && kill -9 -"$3"`;
}

/** A container that is gone (404) or stopped (Docker 409, Podman 500) has taken its processes with it. */
function isContainerOver(error: unknown): boolean {
  const { statusCode, message = '' } = error as { statusCode?: number; message?: string };
  return statusCode === 404 || (statusCode !== undefined && /not running|state improper/.test(message));
}
