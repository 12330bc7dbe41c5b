/** Refuses a command that would use a secret where it is not bound to be used: before its value is opened. */
import { because, type Wording } from '@synapse/contract';
import type { Judgement } from '@synapse/judge';
import { globMatcher } from '../../policy/index.ts';
import { Clearance, type Receiver } from '../../vault/clearance.ts';
import type { VaultSnapshot } from '../../vault/vault-snapshot.ts';

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

/**
 * Null where it is handed to those programs and to nothing else: each knows what it does with it, what they print goes to
 * no other program and into no file, and the shell that holds it neither keeps it nor tells it.
 */
function strayReason(name: string, programs: readonly string[], judgement: Judgement): Wording | null {
  const { handed, parts, redirectedSecrets } = judgement;
  if (redirectedSecrets.includes(name)) return because('secret_redirected');
  if (handed !== null && handed.unsettled !== null) return because('secret_unsettled', { part: handed.unsettled });
  const reached = parts.filter(({ secrets }) => secrets.includes(name));
  if (reached.length === 0) return because('secret_unplaced');
  for (const { program, effects, text } of reached) {
    if (isPassing(program, name, handed)) continue;
    const isPlain = program === 'git' && handed?.gitIsPlain === true;
    if (program === null || (effects.includes('opaque') && !isPlain))
      return because('secret_opaque', { part: text.slice(0, 80) });
    if (!matchesAny(programs, program)) return because('secret_program', { program });
  }
  if (handed === null) return null;
  if (handed.astray.includes(name)) return because('secret_shell');
  const other = handed.to.get(name)?.find((program) => !matchesAny(programs, program));
  return other === undefined ? null : because('secret_program', { program: other });
}

/** `printf %s {{X}} | program`: the builtin of the shell prints it for the program behind it alone. */
const isPassing = (program: string | null, name: string, handed: Judgement['handed']): boolean =>
  (program === 'echo' || program === 'printf') &&
  handed !== null &&
  handed.piped.includes(name) &&
  !(handed.to.get(name) ?? []).includes(program);

const matchesAny = (globs: readonly string[], text: string): boolean => globs.some((glob) => globMatcher(glob)(text));
