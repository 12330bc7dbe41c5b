/** A command with its placeholders resolved: a script that names shell variables, and the values for them beside it. */
import type { Judgement } from '@synapse/judge';
import type { ResolvedCommand } from '@synapse/runner';
import type { Receiver } from '../vault/clearance.ts';
import type { VaultSnapshot } from '../vault/vault-snapshot.ts';
import { rewriteTemplate } from './placeholders/rewrite-template.ts';
import { refuseUnbound } from './refuse-unbound.ts';

export interface Resolved extends Pick<ResolvedCommand, 'script' | 'secrets'> {
  /** Names, each once. */
  readonly secretsUsed: readonly string[];
}

/** Where it would run, and what it would do. */
export interface Place {
  readonly machine: Receiver;
  readonly judgement: () => Promise<Judgement>;
}

export async function resolveCommand(
  template: string,
  vault: VaultSnapshot,
  { machine, judgement }: Place,
): Promise<Resolved> {
  const { script, used } = rewriteTemplate(template, vault.has);
  const secretsUsed = [...new Set(used.map(({ name }) => name))];
  const clearance = await refuseUnbound(secretsUsed, vault, machine, judgement);
  return {
    script,
    secrets: new Map(used.map(({ name, variable }) => [variable, vault.value(name, clearance)])),
    secretsUsed,
  };
}
