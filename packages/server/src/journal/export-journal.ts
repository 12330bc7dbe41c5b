/** A project's journal as Markdown, streamed: days as headings, newest first, every entry as it was written. */
import { Readable } from 'node:stream';
import { JOURNAL_LIMITS, type JournalEntry, type Project } from '@synapse/contract';
import type { Journal } from './journal.ts';

export function exportJournal(journal: Pick<Journal, 'list'>, userId: string, project: Project): Readable {
  return Readable.from(lines(journal, userId, project));
}

async function* lines(journal: Pick<Journal, 'list'>, userId: string, project: Project): AsyncGenerator<string> {
  yield `# Journal : ${project.name}\n`;
  let day = '';
  let cursor: string | undefined;
  do {
    const query = { project_id: project.id, limit: JOURNAL_LIMITS.page.max };
    const page = await journal.list(userId, cursor === undefined ? query : { ...query, cursor });
    for (const entry of page.entries) {
      const date = entry.created_at.slice(0, 10);
      if (date !== day) yield `\n## ${date}\n\n`;
      day = date;
      yield entryLine(entry);
    }
    cursor = page.next_cursor ?? undefined;
  } while (cursor !== undefined);
}

function entryLine({ created_at, content, source, tags }: JournalEntry): string {
  const text = content.replace(/\r\n|\r|\n/g, '\n  ');
  const marks = [source, ...tags.map((tag) => `#${tag.replace(/\s+/g, '-')}`)].join(' ');
  return `- ${created_at.slice(11, 16)} ${text} — ${marks}\n`;
}
