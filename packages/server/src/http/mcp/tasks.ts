/**
 * Tasks (extension `io.modelcontextprotocol/tasks`): an execution that outlasts the answer to its call. Nothing is kept
 * for them: a task is its execution, under the same id.
 */
import { type AuditEntry, type Language, Refusal, surfaceText } from '@synapse/contract';
import type { Audit } from '../../audit/audit.ts';
import type { Caller } from '../../auth/caller.ts';
import { type Clock, isoTime } from '../../clock.ts';
import { KEY, urlRequest } from './input-required.ts';
import type { JsonObject } from './json-rpc.ts';
import type { ToolCall } from './tool.ts';
import { type FindsExecutions, meantIn } from './tools/meant-execution.ts';

/** Thrown by a tool for a client with tasks, when the command still runs or waits. */
export class OutlastsAnswer extends Error {
  readonly executionId: string;

  constructor(executionId: string) {
    super('the command outlasts the answer');
    this.executionId = executionId;
  }
}

/** How long such a client waits for an answer, unless it says so itself. */
export const TASK_WAIT_SECONDS = 10;

export interface Tasks {
  /** Whether the caller may ask for executions later. */
  mayFollow(caller: Caller): boolean;
  /** The fields of a task that was just made. */
  created(call: Pick<ToolCall, 'caller' | 'language'>, executionId: string): Promise<JsonObject>;
  /** The fields of a task; `ended`: the client is also given the result. Throws execution_not_found. */
  read(
    call: Pick<ToolCall, 'caller' | 'language'>,
    executionId: string,
    urls: boolean,
  ): Promise<{ readonly fields: JsonObject; readonly ended: boolean }>;
}

export interface TaskServices extends FindsExecutions {
  readonly audit: Pick<Audit, 'find'>;
  readonly approvalPage: (
    userId: string,
    executionId: string,
  ) => Promise<{ readonly machine: string; readonly url: string } | null>;
  readonly clock: Clock;
}

const POLL_MS = 2_000;

export function createTasks({ access, audit, executions, approvalPage, clock }: TaskServices): Tasks {
  /** Reading an approval closes it where it has expired. */
  const find = async (caller: Caller, given: string) => {
    const { workspace, executionId } = await meantIn({ access, executions }, caller, given);
    const page = await approvalPage(caller.userId, executionId);
    const entry = await audit.find(workspace.id, executionId);
    if (entry === null) throw new Refusal('execution_not_found');
    return { entry, page };
  };

  const base = (entry: AuditEntry): JsonObject => {
    const { execution_id, created_at, duration_ms } = entry;
    const updated = isOpen(entry) ? clock() : Date.parse(created_at) + (duration_ms ?? 0);
    return {
      taskId: execution_id,
      createdAt: created_at,
      lastUpdatedAt: isoTime(updated),
      ttlMs: null,
      pollIntervalMs: POLL_MS,
    };
  };

  const states = (entry: AuditEntry, url: string | null, urls: boolean, language: Language): JsonObject => {
    switch (entry.status) {
      case 'pending':
        if (url !== null && urls) return { status: 'input_required', statusMessage: waits(url, language) };
        return { status: 'working', ...(url !== null && { statusMessage: waits(url, language) }) };
      case 'running':
        return { status: 'working', statusMessage: surfaceText('task_working', language) };
      case 'cancelled':
        return { status: 'cancelled' };
      default:
        return { status: 'completed' };
    }
  };

  return {
    mayFollow: ({ scopes }) => scopes.includes('mcp:read'),

    created: async ({ caller, language }, executionId) => {
      const { entry, page } = await find(caller, executionId);
      // `tasks/get` says what it waits for.
      return { ...base(entry), ...states(entry, page?.url ?? null, false, language), status: 'working' };
    },

    read: async ({ caller, language }, executionId, urls) => {
      const { entry, page } = await find(caller, executionId);
      const state = states(entry, page?.url ?? null, urls, language);
      const asked =
        state.status === 'input_required' && page !== null
          ? { inputRequests: { [KEY]: urlRequest(surfaceText('approval_page', language, page), page.url) } }
          : {};
      return { fields: { ...base(entry), ...state, ...asked }, ended: state.status === 'completed' };
    },
  };
}

const isOpen = ({ status }: AuditEntry): boolean => status === 'running' || status === 'pending';
const waits = (url: string, language: Language): string => surfaceText('task_waits', language, { url });
