// Links to explanations, one under each of many findings: the first shows what they are like, the others are left out.

/** `More info: https://…`, `  = help: see https://…`. What a link is *of* (`Homepage:`, `URL:`) is a fact, not advice. */
const LINK =
  /^\s*(?:[=|>*·-]{1,3} )?(more info(?:rmation)?|references?|see(?: also)?|docs?|documentation|help|guide|learn more|read more|further (?:information|reading)|for (?:more|further) [a-z ]{2,30})\b:? {1,8}(?:see |visit |for further information visit )?<?(https?:\/\/[^/\s]{3,80})\/[^\s>]{1,300}>?\.?$/i;
/** So many with one label and one host. */
const FEWEST = 4;
const LONGEST = 400;

export function trimLinks(lines: readonly string[]): { readonly lines: readonly string[]; readonly dropped: number } {
  const kinds = lines.map((line) => {
    const found = line.length <= LONGEST && line.includes('://') ? LINK.exec(line) : null;
    return found === null ? null : `${found[1]} ${found[2]}`.toLowerCase();
  });
  const counts = new Map<string, number>();
  for (const kind of kinds) if (kind !== null) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  const seen = new Set<string>();
  const kept = lines.filter((_, i) => {
    const kind = kinds[i] ?? null;
    if (kind === null || (counts.get(kind) ?? 0) < FEWEST || !seen.has(kind)) {
      if (kind !== null) seen.add(kind);
      return true;
    }
    return false;
  });
  return kept.length === lines.length ? { lines, dropped: 0 } : { lines: kept, dropped: lines.length - kept.length };
}
