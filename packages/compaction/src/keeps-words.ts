// Whether a shorter form of a text still has every word of it: it may be laid out in another way, but nothing is left out.

const WORD = /[\p{L}\p{N}_]+/gu;

export function keepsWords(lines: readonly string[], shorter: readonly string[]): boolean {
  if (shorter.some((line) => line.startsWith('… ') && line.includes(' left out'))) return false;
  const [text, result] = [lines.join('\n'), shorter.join('\n')];
  // Quotes belong to what JSON, code and configuration say.
  if (quotesIn(result) < quotesIn(text)) return false;
  const kept = new Set(result.match(WORD));
  return (text.match(WORD) ?? []).every((word) => kept.has(word));
}

const quotesIn = (text: string): number => text.split('"').length;
