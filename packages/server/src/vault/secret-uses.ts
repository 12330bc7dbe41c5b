/** Where a secret is used: the machines it opens, the aliases that use it, the last commands that did. */
import type { SecretUses } from '@synapse/contract';

/** What is searched; everything belongs to the secret's owner. */
export interface SecretPlaces {
  readonly machines: readonly { readonly slug: string; readonly secrets: readonly string[] }[];
  readonly aliases: readonly { readonly code: string; readonly command: string }[];
  /** Newest first. */
  readonly executions: readonly SecretUses['executions'][number][];
}

const EXECUTIONS = 3;

export function usesOf(name: string, { machines, aliases, executions }: SecretPlaces): SecretUses {
  const cited = `{{${name}}}`;
  return {
    machines: machines.filter(({ secrets }) => secrets.includes(name)).map(({ slug }) => slug),
    aliases: aliases.filter(({ command }) => command.includes(cited)).map(({ code }) => code),
    // The same command many times says nothing more than once.
    executions: [
      ...Map.groupBy(
        executions.filter(({ command_template }) => command_template.includes(cited)),
        ({ command_template }) => command_template,
      ).values(),
    ]
      .flatMap(([newest]) => (newest === undefined ? [] : [newest]))
      .slice(0, EXECUTIONS)
      .map(({ execution_id, command_template, created_at }) => ({ execution_id, command_template, created_at })),
  };
}
