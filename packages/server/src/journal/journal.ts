/** The rules of the journal: each commit becomes one entry, and a rewritten commit takes its entry along. */
import {
  type GitCommit,
  type JournalEntry,
  type JournalPage,
  type JournalQuery,
  type JournalSource,
  momentMs,
  type NewJournalEntry,
  Refusal,
  type Timeline,
} from '@synapse/contract';
import { type Clock, isoTime } from '../clock.ts';
import type { Database } from '../db/database.ts';
import type { WorkspaceId } from '../ids.ts';
import { lockProject, requireProject } from '../projects/projects.ts';
import { queryWords } from '../search-index/fold-words.ts';
import {
  type EntryRow,
  entriesOfCommits,
  insertEntry,
  listEntries,
  mergeEntries,
  nameEntry,
  rewriteEntry,
} from './journal-store.ts';

// For other modules.
export { countEntriesSince, findEntries, indexEntry, listEntries } from './journal-store.ts';

export interface Journal {
  /** `created` is false if the commit, or one that it replaces, already had an entry. */
  addCommit(workspaceId: WorkspaceId, commit: GitCommit): Promise<{ entry: JournalEntry; created: boolean }>;
  add(
    workspaceId: WorkspaceId,
    source: Exclude<JournalSource, 'git-commit'>,
    entry: NewJournalEntry,
  ): Promise<JournalEntry>;
  /** In the order in which the entries came. */
  list(workspaceId: WorkspaceId, query: JournalQuery): Promise<JournalPage>;
  /** In the order in which things happened: commits by their own time. */
  timeline(workspaceId: WorkspaceId, query: JournalQuery): Promise<Timeline>;
}

const COMMIT_TAGS = ['git', 'commit'];

export function createJournal(database: Database, clock: Clock): Journal {
  const { queries } = database;

  /** `last`: the entry after which the next page begins. */
  const read = async (
    workspaceId: WorkspaceId,
    { project_id: projectId, since, q, limit, cursor }: JournalQuery,
    order: 'added' | 'committed',
  ): Promise<{ rows: EntryRow[]; last: EntryRow | undefined }> => {
    if (projectId !== undefined) await requireProject(queries, workspaceId, projectId);
    const words = q === undefined ? undefined : queryWords(q);
    if (words?.length === 0) return { rows: [], last: undefined };
    const [id, happenedAt = 0] = cursor?.split('.').map(Number) ?? [];
    const found = await listEntries(queries, {
      workspaceId,
      projectId,
      words,
      order,
      since: since === undefined ? undefined : momentMs(since),
      before: id === undefined ? undefined : { id, happenedAt },
      limit: limit + 1,
    });
    const rows = found.slice(0, limit);
    return { rows, last: found.length > limit ? rows.at(-1) : undefined };
  };

  return {
    addCommit: (workspaceId, commit) =>
      database.transaction(async (tx) => {
        const { project_id: projectId, commit_ref: ref, repo = '', replaces } = commit;
        // Locked, so that two retries of one commit are decided one after the other.
        if ((await lockProject(tx, workspaceId, projectId)) === undefined) throw new Refusal('project_not_found');
        const [known] = await entriesOfCommits(tx, projectId, repo, [ref]);
        const replaced = replaces.length === 0 ? [] : await entriesOfCommits(tx, projectId, repo, replaces);
        const all = [...new Map([known, ...replaced].flatMap((row) => (row ? [[row.id, row]] : []))).values()];
        const [stays, ...others] = all.sort((a, b) => a.id - b.id);
        const fresh = { content: commitContent(commit), commit_ref: ref, happened_at: commitTime(commit, clock()) };
        const refs = [...new Set([ref, ...replaces])];
        if (stays === undefined) {
          const about = { workspaceId, projectId, source: 'git-commit', tags: COMMIT_TAGS } as const;
          const times = { createdAt: clock(), happenedAt: fresh.happened_at };
          const entry = { ...about, content: fresh.content, commitRef: ref, ...times };
          const row = await insertEntry(tx, entry);
          await nameEntry(tx, row, repo, refs);
          return { entry: entryView(row), created: true };
        }
        await mergeEntries(tx, stays, others);
        await nameEntry(tx, stays, repo, refs);
        // A retry changes nothing, and a commit that was itself replaced by now does not come back.
        const replacedByNow = known !== undefined && known.commit_ref !== ref;
        const settled = known !== undefined && others.length === 0;
        const row = settled ? stays : await rewriteEntry(tx, stays, replacedByNow ? known : fresh);
        return { entry: entryView(row), created: false };
      }),

    add: (workspaceId, source, { project_id: projectId, content, tags }) =>
      database.transaction(async (tx) => {
        await requireProject(tx, workspaceId, projectId);
        const now = clock();
        const times = { createdAt: now, happenedAt: now };
        const entry = { workspaceId, projectId, content, source, tags, commitRef: null, ...times };
        return entryView(await insertEntry(tx, entry));
      }),

    list: async (workspaceId, query) => {
      const { rows, last } = await read(workspaceId, query, 'added');
      return { entries: rows.map(entryView), next_cursor: last === undefined ? null : String(last.id) };
    },

    timeline: async (workspaceId, query) => {
      const { rows, last } = await read(workspaceId, query, 'committed');
      return {
        entries: rows.map((row) => ({ ...entryView(row), happened_at: isoTime(happenedAt(row)) })),
        next_cursor: last === undefined ? null : `${last.id}.${happenedAt(last)}`,
      };
    },
  };
}

const happenedAt = (row: EntryRow): number => row.happened_at ?? row.created_at;

export function entryView(row: EntryRow): JournalEntry {
  return {
    id: row.id,
    content: row.content,
    source: row.source as JournalSource,
    tags: JSON.parse(row.tags) as string[],
    project_id: row.project_id,
    created_at: isoTime(row.created_at).slice(0, 19),
  };
}

/** A commit in the journal: its text, and when it was made. */
const SHORT_REF = 7;
const LINE_BREAK = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/g;

/** `🔧 [repo@ref] message (dd/mm/yyyy HH:MM)`, in the committer's local time. */
function commitContent({ repo, commit_ref, message, commit_date }: GitCommit): string {
  const shortRef = commit_ref.slice(0, SHORT_REF);
  const where = repo === undefined ? shortRef : `${repo}@${shortRef}`;
  return `🔧 [${where}] ${message.replace(LINE_BREAK, ' ')} (${wallClock(commit_date)})`;
}

/** A date without a zone is taken as written. A clock that is ahead does not keep a commit on top for ever. */
function commitTime({ commit_date }: GitCommit, now: number): number {
  const [day, time = ''] = commit_date.toUpperCase().split('T');
  const [, clock = '', zone = 'Z'] = /^([\d:]+)(?:[.,]\d+)?(.*)$/.exec(time) ?? [];
  const offset =
    zone === '' ? 'Z' : zone.replace(/^([+-]\d\d):?(\d\d)?$/, (_, hours, minutes = '00') => `${hours}:${minutes}`);
  const at = Date.parse(`${day}T${clock}${offset}`);
  return Number.isNaN(at) ? now : Math.min(at, now);
}

/** The schema has checked the form: year, month, day, hour and minute are at fixed places. */
function wallClock(date: string): string {
  const [year, month, day] = [date.slice(0, 4), date.slice(5, 7), date.slice(8, 10)];
  return `${day}/${month}/${year} ${date.slice(11, 16)}`;
}
