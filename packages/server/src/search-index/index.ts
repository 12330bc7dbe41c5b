/** What other modules use of the full-text index. */
export { queryWords } from './fold-words.ts';
export { findDocs, indexDoc, matches, removeDoc } from './search-store.ts';
