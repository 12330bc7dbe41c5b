/** A command with its placeholders resolved: a script that names shell variables, and the values for them beside it. */
import type { ResolvedCommand } from '@synapse/runner';
import type { VaultSnapshot } from '../vault/vault-snapshot.ts';
import { rewriteTemplate } from './placeholders/rewrite-template.ts';

export interface Resolved extends Pick<ResolvedCommand, 'script' | 'secrets'> {
  /** Names, each once. */
  readonly secretsUsed: readonly string[];
}

export function resolveCommand(template: string, vault: VaultSnapshot): Resolved {
  const { script, used } = rewriteTemplate(template, vault.has);
  return {
    script,
    secrets: new Map(used.map(({ name, variable }) => [variable, vault.value(name)!])),
    secretsUsed: [...new Set(used.map(({ name }) => name))],
  };
}
