// Whether a shorter form of a text still has every word of it: it may be laid out in another way, but nothing is left out.

const WORD = /[\p{L}\p{N}_]+/gu;

export function keepsWords(lines: readonly string[], shorter: readonly string[]): boolean {
  if (shorter.some((line) => line.startsWith('… ') && line.includes(' left out'))) return false;
  const [text, result] = [lines.join('\n'), shorter.join('\n')];
  // Quotes belong to what JSON, code and configuration say.
  return quotesIn(result) >= quotesIn(text) && hasWords(result, text);
}

/** Whether every word of a text is in another one. */
export function hasWords(other: string, text: string): boolean {
  const there = new Set(other.match(WORD));
  for (const [word] of text.matchAll(WORD)) if (!there.has(word)) return false;
  return true;
}

const quotesIn = (text: string): number => text.split('"').length;
