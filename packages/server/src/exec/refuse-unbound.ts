/** Refuses a command that would use a secret where it is not bound to be used: before its value is opened. */
import { because, type Wording } from '@synapse/contract';
import type { Judgement } from '@synapse/judge';
import { globMatcher } from '../policy/index.ts';
import { Clearance, type Receiver } from '../vault/clearance.ts';
import type { VaultSnapshot } from '../vault/vault-snapshot.ts';

/** What a command would do; made at most once, and only where it is asked for. */
type Judged = () => Promise<Judgement>;

/** What opens the values of those that may be used so. */
export function refuseUnbound(
  names: readonly string[],
  vault: Pick<VaultSnapshot, 'termsOf'>,
  machine: Receiver,
  judged: Judged,
): Promise<Clearance> {
  return Clearance.forCommand(names, vault, machine, async (name, programs) =>
    strayReason(name, programs, await judged()),
  );
}

/** Null where every part that it reaches is one of those programs, and knows what it does with it. */
function strayReason(name: string, programs: readonly string[], judgement: Judgement): Wording | null {
  if (judgement.redirectedSecrets.includes(name)) return because('secret_redirected');
  const reached = judgement.parts.filter(({ secrets }) => secrets.includes(name));
  if (reached.length === 0) return because('secret_unplaced');
  for (const { program, effects, text } of reached) {
    if (program === null || effects.includes('opaque')) return because('secret_opaque', { part: text.slice(0, 80) });
    if (!matchesAny(programs, program)) return because('secret_program', { program });
  }
  return null;
}

const matchesAny = (globs: readonly string[], text: string): boolean => globs.some((glob) => globMatcher(glob)(text));
