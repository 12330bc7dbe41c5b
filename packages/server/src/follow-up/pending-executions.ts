/** Executions that wait for a person: how long, on what, and taking one back. */
import type { AuditEntry } from '@synapse/contract';
import { type Approvals, reasonOf } from '../approvals/approvals.ts';
import type { ApprovalServices } from '../approvals/create-approval-services.ts';
import type { Audit } from '../audit/audit.ts';
import { waitUntil } from '../background/wait.ts';
import { isoTime } from '../clock.ts';
import type { RedactedResult } from '../exec/answer/redacted-result.ts';
import type { WorkspaceId } from '../ids.ts';
import type { RedactedText } from '../redaction/index.ts';

export interface PendingExecutions {
  /** Waits until it is no longer pending, at most so long; false: it still is. */
  decided(workspaceId: WorkspaceId, executionId: string, waitSeconds: number, signal: AbortSignal): Promise<boolean>;
  /** What there is to tell of one that waits. `nothing`: it has printed nothing. */
  result(workspaceId: WorkspaceId, entry: AuditEntry, nothing: RedactedText): Promise<RedactedResult>;
  /** The comment of the approver; null: none, or there was no approval. */
  comment(workspaceId: WorkspaceId, executionId: string): Promise<string | null>;
  withdraw(workspaceId: WorkspaceId, executionId: string): Promise<void>;
}

/** How often the database is asked: another instance may have decided without a message. */
const POLL_MS = 500;

export function createPendingExecutions(
  audit: Pick<Audit, 'find'>,
  { approvals, onDecided, urlOf }: Pick<ApprovalServices, 'onDecided' | 'urlOf'> & { approvals: Approvals },
): PendingExecutions {
  /** Reading an approval closes it where it has expired. */
  const waits = async (workspaceId: WorkspaceId, executionId: string): Promise<boolean> => {
    const row = await approvals.byExecution(workspaceId, executionId);
    if (row !== null) return row.status === 'pending';
    return (await audit.find(workspaceId, executionId))?.status === 'pending';
  };

  return {
    decided: (workspaceId, executionId, waitSeconds, signal) =>
      waitUntil(async () => !(await waits(workspaceId, executionId)), {
        everyMs: POLL_MS,
        withinMs: waitSeconds * 1000,
        signal,
        onChange: (listener) => onDecided(executionId, listener),
      }),

    result: async (workspaceId, entry, nothing) => {
      const row = await approvals.byExecution(workspaceId, entry.execution_id);
      const { machine, container, command_template, execution_id } = entry;
      return {
        success: null,
        exit_code: null,
        status: 'pending',
        stdout: nothing,
        stderr: nothing,
        machine,
        container,
        command_template,
        duration_ms: 0,
        truncated: false,
        filter: null,
        saved_tokens: 0,
        execution_id,
        ...(row === null
          ? {}
          : {
              approval: { id: row.id, expires_at: isoTime(row.expires_at), url: urlOf(row.id), reason: reasonOf(row) },
            }),
      };
    },

    comment: async (workspaceId, executionId) => {
      const row = await approvals.byExecution(workspaceId, executionId);
      return row?.status === 'approved' ? row.comment : null;
    },

    withdraw: approvals.withdraw,
  };
}
