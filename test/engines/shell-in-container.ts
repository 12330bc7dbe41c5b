/** Containers for tests whose /bin/sh first does something else. */
import type { ContainerEngine } from './container-engine.ts';

export interface OddContainer {
  readonly container: string;
  /** What its own busybox says, whatever became of its shell. */
  inside(script: string): Promise<string>;
}

/** `first`: what its /bin/sh does. Holds no single quote; `%` and `\\` are those of printf. */
export async function withShell(engine: ContainerEngine, container: string, first: string): Promise<OddContainer> {
  const inside = async (script: string) => {
    const order = { Cmd: ['/bin/busybox', 'sh', '-c', script], AttachStdout: true, Tty: true };
    const exec = await engine.api.getContainer(container).exec(order);
    let said = '';
    for await (const chunk of await exec.start({ Tty: true })) said += String(chunk).replaceAll('\r', '');
    return said;
  };
  await engine.startContainer(container);
  // The image has no /usr. A container that has one was not given a root of its own: it is this computer.
  const replace = `rm /bin/sh; printf '#!/bin/busybox sh\\n${first}\\n' >/bin/sh; chmod 755 /bin/sh`;
  await inside(`[ ! -e /usr ] && [ ! -e ${engine.socket} ] || exit; ${replace}`);
  return { container, inside };
}
