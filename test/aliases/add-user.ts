/** A user that things can belong to, written directly to the database. */
import type { Database } from '../../packages/server/src/db/database.ts';
import { newId, personalWorkspaceId, type WorkspaceId } from '../../packages/server/src/ids.ts';

export async function addUser(database: Database): Promise<WorkspaceId> {
  const id = newId();
  const at = { created_at: 1, updated_at: 1 };
  const user = { id, username: id, username_key: id, password_hash: '', plan: 'pro', role: 'member', ...at };
  await database.queries
    .insertInto('users')
    .values({ ...user, disabled: 0, session_epoch: 0 })
    .execute();
  return personalWorkspaceId(id);
}
