/** Further names under which an argument is accepted: `slug` for `machine`, `status` for `statut`. */

export const MACHINE_SYNONYMS = { slug: 'machine' } as const;
export const STATUT_SYNONYMS = { status: 'statut' } as const;

/**
 * Renames synonyms. If both names are given, both values must be equal; otherwise the synonym stays and is refused as
 * unknown.
 */
export function applySynonyms(synonyms: ReadonlyMap<string, string>, given: unknown): unknown {
  if (synonyms.size === 0 || typeof given !== 'object' || given === null || Array.isArray(given)) return given;
  const named: Record<string, unknown> = { ...given };
  for (const [synonym, name] of synonyms) {
    if (!Object.hasOwn(named, synonym)) continue;
    if (Object.hasOwn(named, name) && named[name] !== named[synonym]) continue;
    named[name] = named[synonym];
    delete named[synonym];
  }
  return named;
}
