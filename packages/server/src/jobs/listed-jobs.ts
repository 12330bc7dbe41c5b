/** Jobs as people see them: what the log says of each. */
import type { AuditEntry, Job } from '@synapse/contract';
import type { Audit } from '../audit/audit.ts';
import { isoTime } from '../clock.ts';
import type { WorkspaceId } from '../ids.ts';
import type { Jobs } from './jobs.ts';

export type ListJobs = (
  workspaceId: WorkspaceId,
  wanted: { readonly running: boolean | undefined; readonly limit: number },
) => Promise<Job[]>;

/** The newest first. */
export function listJobs(jobs: Pick<Jobs<unknown>, 'list'>, audit: Pick<Audit, 'find'>): ListJobs {
  return async (workspaceId, wanted) => {
    const listed: Job[] = [];
    for (const { execution_id, deadline } of await jobs.list(workspaceId, wanted)) {
      const entry = await audit.find(workspaceId, execution_id);
      if (entry !== null) listed.push({ ...jobOf(entry), deadline: isoTime(deadline) });
    }
    return listed;
  };
}

/** How it ended; null if it is not over. */
export function endOfJob(audit: Pick<Audit, 'find'>) {
  return async (workspaceId: WorkspaceId, executionId: string): Promise<Omit<Job, 'deadline'> | null> => {
    const entry = await audit.find(workspaceId, executionId);
    return entry === null || entry.status === 'running' ? null : jobOf(entry);
  };
}

function jobOf(entry: AuditEntry): Omit<Job, 'deadline'> {
  const { execution_id, machine, container, command_template, status, exit_code, created_at, duration_ms } = entry;
  const { source, token_hint, actor } = entry;
  return {
    execution_id,
    machine,
    container,
    command_template,
    status,
    exit_code,
    created_at,
    duration_ms,
    source,
    token_hint,
    ...(actor && { actor: actor.username }),
  };
}
