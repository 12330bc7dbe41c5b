/** A person's own sessions: seeing them, and ending one or all of them. */
import { type OwnSession, Refusal, type SignInMethod } from '@synapse/contract';
import type { Audit } from '../audit/audit.ts';
import { type Clock, isoTime } from '../clock.ts';
import type { Database } from '../db/database.ts';
import { deleteSession, deleteSessions, listSessions, type SessionRow } from './session-store.ts';
import type { Session } from './sessions.ts';
import { type Doer, writeNote } from './write-note.ts';

// For other modules.
export { deleteSessions } from './session-store.ts';

export interface OwnSessions {
  /** The last used first. */
  list(session: Session): Promise<OwnSession[]>;
  /** Throws not_found for a session that has ended, or belongs to another user. */
  endOne(doer: Doer, id: string): Promise<void>;
  /** All of the user's, or all but the one named. */
  endAll(doer: Doer, except: string | null): Promise<void>;
}

export function createOwnSessions(database: Database, clock: Clock, audit: Audit): OwnSessions {
  return {
    list: async ({ user, jti }) =>
      (await listSessions(database.queries, user, clock())).map((row) => shown(row, row.id === jti)),

    endOne: (doer, id) =>
      writeNote(database, audit, doer, async (tx) => {
        if (!(await deleteSession(tx, doer.userId, id))) throw new Refusal('not_found');
        return 'session ended';
      }),

    endAll: (doer, except) =>
      writeNote(database, audit, doer, async (tx) => {
        const ended = await deleteSessions(tx, doer.userId, except);
        return `${ended} sessions ended${except === null ? '' : ', all but the one that asked'}`;
      }),
  };
}

function shown(row: SessionRow, current: boolean): OwnSession {
  return {
    id: row.id,
    current,
    method: row.method as SignInMethod,
    limited: row.limited === 1,
    browser: row.browser,
    system: row.system,
    address: row.address,
    created_at: isoTime(row.created_at),
    last_used_at: isoTime(row.last_used_at),
    expires_at: isoTime(row.expires_at),
  };
}
