/** A journal as Markdown or JSON, streamed: newest first, in the order in which things happened. */
import { Readable } from 'node:stream';
import { JOURNAL_LIMITS, type JournalQuery, type Project, type Timeline } from '@synapse/contract';
import type { WorkspaceId } from '../ids.ts';
import type { Journal } from './journal.ts';

export type JournalFormat = 'md' | 'json';

export interface ExportWish {
  /** Null: of every project. */
  readonly project: Project | null;
  readonly q?: string | undefined;
  readonly format: JournalFormat;
}

type Entry = Timeline['entries'][number];
type Source = Pick<Journal, 'timeline'>;

export function exportJournal(journal: Source, workspaceId: WorkspaceId, wish: ExportWish): Readable {
  const entries = everyEntry(journal, workspaceId, wish);
  return Readable.from(wish.format === 'md' ? markdown(entries, wish.project) : json(entries));
}

async function* everyEntry(
  journal: Source,
  workspaceId: WorkspaceId,
  { project, q }: ExportWish,
): AsyncGenerator<Entry> {
  const query: JournalQuery = {
    limit: JOURNAL_LIMITS.page.max,
    ...(project === null ? {} : { project_id: project.id }),
    ...(q === undefined ? {} : { q }),
  };
  let cursor: string | undefined;
  do {
    const page = await journal.timeline(workspaceId, cursor === undefined ? query : { ...query, cursor });
    yield* page.entries;
    cursor = page.next_cursor ?? undefined;
  } while (cursor !== undefined);
}

/** Days as headings. */
async function* markdown(entries: AsyncGenerator<Entry>, project: Project | null): AsyncGenerator<string> {
  yield project === null ? '# Journal\n' : `# Journal : ${project.name}\n`;
  let day = '';
  for await (const entry of entries) {
    const date = entry.happened_at.slice(0, 10);
    if (date !== day) yield `\n## ${date}\n\n`;
    day = date;
    yield entryLine(entry);
  }
}

async function* json(entries: AsyncGenerator<Entry>): AsyncGenerator<string> {
  let before = '[';
  for await (const entry of entries) {
    yield `${before}\n  ${JSON.stringify(entry)}`;
    before = ',';
  }
  yield before === '[' ? '[]\n' : '\n]\n';
}

function entryLine({ happened_at, content, source, tags }: Entry): string {
  const text = content.replace(/\r\n|\r|\n/g, '\n  ');
  const marks = [source, ...tags.map((tag) => `#${tag.replace(/\s+/g, '-')}`)].join(' ');
  return `- ${happened_at.slice(11, 16)} ${text} — ${marks}\n`;
}
