/** The running containers of a machine: by its engine's API, or by its own `docker` and `podman`. */
import { randomUUID } from 'node:crypto';
import { because, ContainerName, type FoundContainer, Refusal } from '@synapse/contract';
import type { Executor } from '@synapse/runner';

/** A machine with more prints only the first ones. */
const MOST_BYTES = 256 * 1024;
const MOST = 500;

const FORMAT = '{{.Names}}\\t{{.Image}}\\t{{.Status}}';
/** An engine that does not answer is not waited for longer than that, where `timeout` is known. */
const SCRIPT = [
  't=; command -v timeout >/dev/null 2>&1 && t="timeout 10"',
  `for e in docker podman; do command -v "$e" >/dev/null 2>&1 && $t "$e" ps --format '${FORMAT}' 2>/dev/null; done`,
  ':',
].join('; ');

export async function findContainers(
  executor: Executor,
  signal: AbortSignal,
  shellMs: number,
): Promise<FoundContainer[]> {
  if (executor.containers !== undefined) return executor.containers(signal);
  let text = '';
  const outcome = await executor.run(
    { script: SCRIPT, secrets: new Map(), cwd: null, container: null, tag: `containers-${randomUUID()}` },
    {
      output: {
        stdout: (chunk) => {
          if (text.length < MOST_BYTES) text += chunk.toString();
        },
        stderr: () => undefined,
      },
      signal,
      shellMs,
      mayStart: () => Promise.resolve(),
      onStarted: () => undefined,
    },
  );
  if (outcome.kind === 'exited') return readList(text);
  const reason = outcome.kind === 'lost' ? outcome.reason : because('no_answer_in_time');
  throw new Refusal('machine_unreachable', { reason });
}

/** Of two engines that know the same name, the first one counts. What is no name of a container is left out. */
function readList(text: string): FoundContainer[] {
  const found = new Map<string, FoundContainer>();
  for (const line of text.split('\n')) {
    const [name = '', image = '', status = ''] = line.trim().split('\t');
    if (!ContainerName.safeParse(name).success || found.has(name) || found.size === MOST) continue;
    found.set(name, { name, image: image.slice(0, 300), status: status.slice(0, 100) });
  }
  return [...found.values()];
}
