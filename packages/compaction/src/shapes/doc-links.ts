// Links to explanations, one under each of many findings: the first shows what they are like, the others are left out.

/** `More info: https://…`, `  = help: see https://…`. What a link is *of* (`Homepage:`, `URL:`) is a fact, not advice. */
const LINK =
  /^\s*(?:[=|>*·-]{1,3} )?(more info(?:rmation)?|references?|see(?: also)?|docs?|documentation|help|guide|learn more|read more|further (?:information|reading)|for (?:more|further) [a-z ]{2,30})\b:? {1,8}(?:see |visit |for further information visit )?<?(https?:\/\/[^/\s]{3,80})\/[^\s>]{1,300}>?\.?$/i;
/** So many with one label and one host. */
const FEWEST = 4;
const LONGEST = 400;

export function trimLinks(lines: readonly string[]): { readonly lines: readonly string[]; readonly dropped: number } {
  const places = new Map<string, number[]>();
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i] as string;
    const found = line.includes('://') && line.length <= LONGEST ? LINK.exec(line) : null;
    if (found !== null) {
      const kind = `${found[1]} ${found[2]}`.toLowerCase();
      const known = places.get(kind);
      if (known === undefined) places.set(kind, [i]);
      else known.push(i);
    }
  }
  const left = new Set([...places.values()].flatMap((some) => (some.length < FEWEST ? [] : some.slice(1))));
  return left.size === 0 ? { lines, dropped: 0 } : { lines: lines.filter((_, i) => !left.has(i)), dropped: left.size };
}
