/** Secrets by folder, in the order of their names; those without one first. */
import type { UsedSecret } from '../../api/secrets.ts';

export function byFolder(list: readonly UsedSecret[]): { folder: string | null; secrets: UsedSecret[] }[] {
  return [...Map.groupBy(list, ({ folder }) => folder)]
    .map(([folder, secrets]) => ({ folder, secrets }))
    .toSorted((a, b) => (a.folder ?? '').localeCompare(b.folder ?? ''));
}
