/** A command with its placeholders resolved: a script that names shell variables, and the values for them beside it. */
import type { Judgement } from '@synapse/judge';
import { type ResolvedCommand, SecretValue } from '@synapse/runner';
import { escaped, isPlain } from '../../redaction/index.ts';
import type { Receiver } from '../../vault/clearance.ts';
import { missingSecret } from '../../vault/missing-secret.ts';
import type { VaultSnapshot } from '../../vault/vault-snapshot.ts';
import { rewriteTemplate } from './placeholders/rewrite-template.ts';
import { refuseUnbound } from './refuse-unbound.ts';

export interface Resolved extends Pick<ResolvedCommand, 'script' | 'secrets'> {
  /** Names, each once. */
  readonly secretsUsed: readonly string[];
}

export async function resolveCommand(
  template: string,
  vault: VaultSnapshot,
  machine: Receiver,
  judgement: () => Promise<Judgement>,
): Promise<Resolved> {
  const missing = (name: string) => missingSecret(name, vault);
  const rewritten = rewriteTemplate(template, vault.has, undefined, missing);
  const secretsUsed = [...new Set(rewritten.used.map(({ name }) => name))];
  const clearance = await refuseUnbound(secretsUsed, vault, machine, judgement);
  const needsEscape = (name: string) => !isPlain(vault.value(name, clearance).reveal());
  const { script, used } = secretsUsed.some(needsEscape)
    ? rewriteTemplate(template, vault.has, needsEscape)
    : rewritten;
  const handed = ({ name, escapeFor }: (typeof used)[number]): SecretValue => {
    const value = vault.value(name, clearance);
    return escapeFor === undefined ? value : new SecretValue(escaped(value.reveal(), escapeFor));
  };
  return { script, secrets: new Map(used.map((one) => [one.variable, handed(one)])), secretsUsed };
}
