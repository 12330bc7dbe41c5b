/** A member who reads an output of a crew: the secrets of their personal workspace are redacted, too. */
import type { Workspace } from '../access/access.ts';
import { personalWorkspaceId, type WorkspaceId } from '../ids.ts';

/** The reader's personal workspace; undefined where they read in that workspace itself. */
export const foreignReader = (userId: string, { crew }: Pick<Workspace, 'crew'>): WorkspaceId | undefined =>
  crew === null ? undefined : personalWorkspaceId(userId);
