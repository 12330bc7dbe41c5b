/** Full-text search over everything a user has in projects. */
import type { SearchQuery, SearchResult, SearchType } from '@synapse/contract';
import type { Database } from '../db/database.ts';
import type { WorkspaceId } from '../ids.ts';
import { findEntries } from '../journal/journal.ts';
import { findItems } from '../projects/items.ts';
import { findProjects, requireProject } from '../projects/projects.ts';
import { foldWords, queryWords } from '../search-index/fold-words.ts';
import { findDocs } from '../search-index/index.ts';

// For other modules.
export { rebuildSearch } from './rebuild-search-store.ts';

export type Search = (workspaceId: WorkspaceId, query: SearchQuery) => Promise<SearchResult[]>;

/** If there are more matches than this, only the newest are ranked. */
const RANKED = 300;
const TITLE_WEIGHT = 5;
const SNIPPET_CHARS = 200;

interface Found {
  readonly title: string;
  readonly text: string;
}

export function createSearch({ queries }: Database): Search {
  return async (workspaceId, { q, project_id: projectId, limit }) => {
    if (projectId !== undefined) await requireProject(queries, workspaceId, projectId);
    const words = queryWords(q);
    if (words.length === 0) return [];
    const hits = await findDocs(queries, { workspaceId, words, projectId, limit: RANKED });
    const idsOf = (wanted: (type: SearchType) => boolean): number[] =>
      hits.filter(({ type }) => wanted(type)).map(({ ref_id }) => ref_id);
    const found = new Map<string, Found>();
    for (const { id, name, description } of await findProjects(
      queries,
      workspaceId,
      idsOf((type) => type === 'project'),
    ))
      found.set(`project ${id}`, { title: name, text: description });
    for (const { id, content } of await findEntries(
      queries,
      workspaceId,
      idsOf((type) => type === 'journal'),
    ))
      found.set(`journal ${id}`, { title: firstLine(content), text: content });
    for (const row of await findItems(
      queries,
      workspaceId,
      idsOf((type) => type !== 'project' && type !== 'journal'),
    ))
      found.set(`${row.kind} ${row.id}`, { title: row.title, text: row.content });

    // Ranked here, because each database would rank by its own rules.
    return hits
      .flatMap((hit) => {
        const doc = found.get(`${hit.type} ${hit.ref_id}`);
        return doc === undefined ? [] : [{ hit, doc, score: scoreOf(doc, words) }];
      })
      .sort((a, b) => b.score - a.score || b.hit.updated_at - a.hit.updated_at || b.hit.ref_id - a.hit.ref_id)
      .slice(0, limit)
      .map(({ hit, doc }) => ({
        type: hit.type,
        id: hit.ref_id,
        project_id: hit.project_id,
        title: doc.title,
        snippet: snippetOf(doc.text, words),
      }));
  };
}

function firstLine(text: string): string {
  const line = text.slice(0, text.indexOf('\n') + 1 || undefined).trim();
  return line.length > 120 ? `${line.slice(0, 119).replace(/[\uD800-\uDBFF]$/, '')}…` : line;
}

/** Whole words count double, words in the title five times, and each repetition less. */
function scoreOf({ title, text }: Found, words: readonly string[]): number {
  const [titleWords, textWords] = [foldWords(title), foldWords(text)];
  const weigh = (all: readonly string[], word: string): number => {
    const begun = all.filter((each) => each.startsWith(word));
    const whole = begun.filter((each) => each === word).length;
    return Math.log2(1 + begun.length + whole);
  };
  return words.reduce((sum, word) => sum + TITLE_WEIGHT * weigh(titleWords, word) + weigh(textWords, word), 0);
}

/** The text around the first match. */
function snippetOf(text: string, words: readonly string[]): string {
  const spaced = text.replace(/\s+/g, ' ').trim();
  if (spaced.length <= SNIPPET_CHARS) return spaced;
  let from = 0;
  for (const match of spaced.matchAll(/[\p{L}\p{M}\p{N}]+/gu)) {
    if (!foldWords(match[0]).some((word) => words.some((wanted) => word.startsWith(wanted)))) continue;
    from = Math.max(0, match.index - SNIPPET_CHARS / 4);
    break;
  }
  const cut = spaced.slice(from, from + SNIPPET_CHARS).replace(/^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/g, '');
  return `${from > 0 ? '…' : ''}${cut}${from + SNIPPET_CHARS < spaced.length ? '…' : ''}`;
}
