/** Which secrets are shown. */
import type { UsedSecret } from '../../api/secrets.ts';
import type { Kind, SecretSearch } from './secret-address.ts';

export function filterSecrets(secrets: readonly UsedSecret[], { q, kind }: SecretSearch): readonly UsedSecret[] {
  const words = (q ?? '').toLowerCase().split(/\s+/);
  return secrets.filter((secret) => isOfKind(secret, kind) && words.every((word) => textOf(secret).includes(word)));
}

function isOfKind(secret: UsedSecret, kind: Kind | undefined): boolean {
  if (kind === 'due') return secret.reminder !== null;
  if (kind === 'bound') return secret.machines !== null || secret.programs !== null;
  if (kind === 'unused') return namesOf(secret).length === 0 && secret.used_by.executions.length === 0;
  return true;
}

/** What depends on it: machines, and aliases. */
export const namesOf = ({ used_by: { machines, aliases } }: Pick<UsedSecret, 'used_by'>): readonly string[] => [
  ...machines,
  ...aliases.map((code) => `@${code}`),
];

const textOf = (secret: UsedSecret): string =>
  [
    secret.name,
    secret.description ?? '',
    secret.folder ?? '',
    ...(secret.machines ?? []),
    ...(secret.programs ?? []),
    ...namesOf(secret),
  ]
    .join(' ')
    .toLowerCase();
