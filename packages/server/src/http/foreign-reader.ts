/** Who reads what is not in their own workspace: what is secret in theirs is not shown either. */
import type { Workspace } from '../access/access.ts';
import { personalWorkspaceId, type WorkspaceId } from '../ids.ts';

/** The reader's own workspace; undefined where they read in it. */
export const foreignReader = (userId: string, { crew }: Pick<Workspace, 'crew'>): WorkspaceId | undefined =>
  crew === null ? undefined : personalWorkspaceId(userId);
