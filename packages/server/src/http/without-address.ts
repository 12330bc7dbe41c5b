/** Removes the address of a crew member's call, for readers other than that member who may not export the log. */
import type { AuditEntry } from '@synapse/contract';
import { can, type Workspace } from '../access/access.ts';

interface Reader {
  readonly workspace: Pick<Workspace, 'crew' | 'role'>;
  readonly username: string;
}

export function withoutAddress<E extends Pick<AuditEntry, 'ip' | 'actor'>>(entry: E, reader: Reader): E {
  const { workspace, username } = reader;
  const isTold = workspace.crew === null || can(workspace, 'check-log') || entry.actor?.username === username;
  return isTold ? entry : { ...entry, ip: null };
}
