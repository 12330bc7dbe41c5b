/** On SQLite, the words of new entries join the index of the audit log many at a time: every second, and before a search. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Database, Dialect, Queries } from '../db/database.ts';
import { addDueWords, areWordsDue } from './words-store.ts';

/** A few milliseconds of work: others come in between. */
const AT_ONCE = 200;

/** Comes to an end: it takes more entries in a turn than can come meanwhile. */
export async function indexWords(database: Database): Promise<void> {
  if (database.dialect === 'postgres') return;
  while (await areWordsDue(database.queries)) {
    await database.transaction((tx) => addDueWords(tx, AT_ONCE), { durable: false });
    await nextTurn();
  }
}

/** For a log that was just filled. */
export async function indexAllWords(tx: Queries, dialect: Dialect): Promise<void> {
  if (dialect === 'sqlite') await addDueWords(tx, Number.MAX_SAFE_INTEGER);
}
