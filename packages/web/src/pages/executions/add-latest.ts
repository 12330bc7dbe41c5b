/** What has changed since the pages were read is put into them: the states of entries, and new entries if wanted. */
import type { SharedAuditPage } from '@synapse/contract';
import type { InfiniteData } from '@tanstack/react-query';
import type { ListedEntry } from '../../api/executions.ts';

type Pages = InfiniteData<SharedAuditPage>;

/** Entries of the newest page that the pages read so far do not have. */
export function newEntries(pages: Pages, latest: SharedAuditPage): readonly ListedEntry[] {
  const known = new Set(firstOf(pages, latest.entries.length * 2).map(({ id }) => id));
  const top = pages.pages[0]?.entries[0];
  return latest.entries.filter(({ id, created_at }) => !known.has(id) && created_at >= (top?.created_at ?? ''));
}

export function addLatest(pages: Pages, latest: SharedAuditPage, withNew: boolean): Pages {
  const fresh = newEntries(pages, latest);
  const added = withNew ? fresh : [];
  // Nothing joins them to what is known, so something between was missed: begin anew.
  if (added.length > 0 && added.length === latest.entries.length) return { pages: [latest], pageParams: [null] };
  const now = new Map(latest.entries.map((entry) => [entry.id, entry]));
  const changed = (entry: ListedEntry): ListedEntry => {
    const known = now.get(entry.id);
    return known === undefined || known.status === entry.status ? entry : known;
  };
  let same = added.length === 0;
  // The newest are in the first pages; the others, a thousand perhaps, stay as they are.
  let left = latest.entries.length - fresh.length;
  const next = pages.pages.map((page, index) => {
    if (left <= 0 && index > 0) return page;
    left -= page.entries.filter(({ id }) => now.has(id)).length;
    const entries = page.entries.map(changed);
    if (index === 0) entries.unshift(...added);
    if (entries.length === page.entries.length && entries.every((entry, at) => entry === page.entries[at])) return page;
    same = false;
    return { ...page, entries };
  });
  return same ? pages : { ...pages, pages: next };
}

function firstOf({ pages }: Pages, count: number): ListedEntry[] {
  const first: ListedEntry[] = [];
  for (const { entries } of pages) {
    if (first.length >= count) break;
    first.push(...entries);
  }
  return first;
}
