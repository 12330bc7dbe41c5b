/** What other rooms use of the full-text index. */
export { findDocs, indexDoc, matches, removeDoc } from './search-store.ts';
