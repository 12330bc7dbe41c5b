/** Changes how an account is signed in to, and notes it in the audit log: both or neither. */
import type { Source } from '@synapse/contract';
import type { Audit } from '../audit/audit.ts';
import type { Database, Queries } from '../db/database.ts';
import { personalWorkspaceId } from '../ids.ts';

/** Whose log it goes to, and from where it was done. */
export interface Doer {
  readonly userId: string;
  readonly source: Source;
  readonly ip: string | null;
}

/** `change` returns the text of the audit entry; null when nothing was changed: then there is no entry. */
export async function writeNote(
  database: Database,
  audit: Audit,
  { userId, source, ip }: Doer,
  change: (tx: Queries) => Promise<string | null>,
): Promise<void> {
  const entry = await database.transaction(async (tx) => {
    const what = await change(tx);
    return what === null ? null : audit.note(tx, { workspaceId: personalWorkspaceId(userId), source, ip, what });
  });
  if (entry !== null) audit.committed(entry);
}
