/** Words as they are searched: without case, accents and punctuation, the same for every database. */

/** Longer words are found by their beginning. */
const WORD_CHARS = 60;
/** More words in a query do not improve the result. */
const QUERY_WORDS = 12;

export function foldWords(text: string): string[] {
  const folded = text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .normalize('NFC');
  return (folded.match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => [...word].slice(0, WORD_CHARS).join(''));
}

/** The words of a query, each once. */
export function queryWords(query: string): string[] {
  return [...new Set(foldWords(query))].slice(0, QUERY_WORDS);
}
