/**
 * Runs what the owner's list lets through in a sandbox of this computer: the list says what a text would do, the kernel
 * sees to it. Where no sandbox works, nothing runs.
 */
import { because, Refusal } from '@synapse/contract';
import { confine, type Executor, findSandbox, mechanismOf, type SandboxFinding } from '@synapse/runner';

export interface ConfinedExecutors {
  /**
   * For a container, or for the computer itself. `shellMs`: how long a shell may take to get ready. Throws
   * agent_refused, machine_shell_stuck.
   */
  of(container: string | null, signal: AbortSignal, shellMs: number | undefined): Promise<Executor>;
}

/** How long a missing sandbox is remembered: one may be installed meanwhile. */
const LACKING_MS = 15_000;
const TRY_MS = 30_000;

export function createConfinedExecutors(executor: Executor, now: () => number = Date.now): ConfinedExecutors {
  const found = new Map<string, { readonly finding: Promise<SandboxFinding>; readonly at: number }>();
  const forget = (key: string): void => void found.delete(key);

  const findOut = async (container: string | null, shellMs: number | undefined): Promise<SandboxFinding> => {
    const key = container ?? '';
    const known = found.get(key);
    const isKnown = known !== undefined && (now() - known.at < LACKING_MS || (await known.finding).sandbox !== null);
    if (isKnown) return known.finding;
    const finding = findSandbox(executor, {
      container,
      signal: AbortSignal.timeout(TRY_MS),
      ...(shellMs === undefined ? {} : { shellMs }),
    });
    finding.catch(() => forget(key));
    found.set(key, { finding, at: now() });
    return finding;
  };

  return {
    of: async (container, signal, shellMs) => {
      const { sandbox, system, missing } = await findOut(container, shellMs);
      signal.throwIfAborted();
      if (sandbox === null || system === null) {
        const detail = missing.map((each) => `${each.sandbox}: ${each.reason}`).join('; ') || '?';
        const reason = because('look_none', { detail, packages: container === null ? 'bubblewrap, perl' : 'perl' });
        throw new Refusal('agent_refused', { reason });
      }
      return confine(executor, { mechanism: mechanismOf(sandbox), system }, 'agent', () => forget(container ?? ''));
    },
  };
}
