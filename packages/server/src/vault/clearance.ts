/**
 * The one way by which a secret's value leaves for a machine: code that sends values needs a clearance, and a
 * snapshot of the vault opens a value only for a clearance that covers it. The service's ssh agent is asked for here, too.
 */
import { because, Refusal, type Wording } from '@synapse/contract';
import { globMatcher } from '../policy/index.ts';
import type { SecretTerms } from './vault.ts';

/** A machine that would receive something. */
export interface Receiver {
  readonly slug: string;
  /** Whether a person has given or confirmed where it leads. */
  readonly confirmed: boolean;
}

interface Vault {
  /** Throws secret_missing. */
  termsOf(name: string): SecretTerms;
}

/** Of a secret that is bound to these programs: why it may not be used as it would be. Null: it may. */
export type ProgramCheck = (name: string, programs: readonly string[]) => Promise<Wording | null>;

export class Clearance {
  readonly #names: ReadonlySet<string>;

  private constructor(names: readonly string[]) {
    this.#names = new Set(names);
  }

  covers(name: string): boolean {
    return this.#names.has(name);
  }

  /** For a command or file that says what becomes of each. Throws secret_missing, machine_unconfirmed, secret_not_here. */
  static async forCommand(
    names: readonly string[],
    vault: Vault,
    machine: Receiver,
    check: ProgramCheck,
  ): Promise<Clearance> {
    for (const name of names) {
      const { programs } = termsAt(machine, name, vault);
      const reason = programs === null ? null : await check(name, programs);
      if (reason !== null) throw notHere(name, reason);
    }
    return new Clearance(names);
  }

  /** For a secret that the service itself hands over, in the role of that program. Throws the same. */
  static forProgram(name: string, vault: Vault, machine: Receiver, program: string): Clearance {
    const { programs } = termsAt(machine, name, vault);
    if (programs !== null && !programs.some((glob) => globMatcher(glob)(program))) {
      throw notHere(name, because('secret_program', { program }));
    }
    return new Clearance([name]);
  }
}

/** The keys of the service's own ssh agent are a person's. Throws machine_unconfirmed. */
export function clearSshAgent<T>(socket: T, { slug, confirmed }: Receiver): T {
  if (!confirmed) throw new Refusal('machine_unconfirmed', { machine: slug, what: because('unconfirmed_agent') });
  return socket;
}

/** What the secret is bound to, where the machine may have it. */
function termsAt({ slug, confirmed }: Receiver, name: string, vault: Vault): SecretTerms {
  const terms = vault.termsOf(name);
  const { madeBy, machines, removedMachines } = terms;
  const matches = (globs: readonly string[]): boolean => globs.some((glob) => globMatcher(glob)(slug));
  if (madeBy !== 'assistant' && !confirmed) {
    throw new Refusal('machine_unconfirmed', { machine: slug, what: because('unconfirmed_secret', { name }) });
  }
  if (machines !== null && !matches(machines)) throw notHere(name, because('secret_machine', { machine: slug }));
  if (machines !== null && matches(removedMachines)) {
    throw notHere(name, because('secret_replaced_machine', { machine: slug }));
  }
  return terms;
}

const notHere = (name: string, reason: Wording): Refusal => new Refusal('secret_not_here', { name, reason });
