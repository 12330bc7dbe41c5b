/** What waits for the person's answer, what was answered, and what need not be asked about again. */
import type { Approval, ApprovalDecision, Grant } from '@synapse/contract';
import { queryOptions } from '@tanstack/react-query';
import { at, call, callAnywhere, withQuery } from './call.ts';
import { CREW, callIn } from './workspace.ts';

export type { Approval, Grant };
export type Scope = ApprovalDecision['for'];

/** Without a crew: what the person may decide, in all their workspaces. In a crew: whatever its members are asked. */
const list = async (
  crew: string | null,
  status: 'pending' | undefined,
  signal: AbortSignal,
): Promise<readonly Approval[]> => {
  const path = callIn(crew, withQuery('/synapse/approvals', { status }));
  return (await callAnywhere<{ approvals: Approval[] }>('GET', path, undefined, signal)).approvals;
};

/** The service tells when one has expired. The page does not rely on that: it loads it again just after its time. */
const EXPIRED_MS = 500;
const OVERDUE_MS = 5_000;
const OFTEN_MS = 30_000;

function untilNextLook(approvals: readonly Approval[] = []): number | false {
  const left = approvals
    .filter(({ status }) => status === 'pending')
    .map(({ expires_at }) => Date.parse(expires_at) - Date.now());
  if (left.length === 0) return false;
  const soonest = Math.min(...left);
  return soonest <= 0 ? OVERDUE_MS : Math.min(soonest + EXPIRED_MS, OFTEN_MS);
}

/** `language`: of the reasons. The events keep it fresh; the rest is for a clock that runs out. */
export const waitingQuery = (language: string) =>
  queryOptions({
    queryKey: ['approvals', 'waiting', language],
    queryFn: ({ signal }) => list(null, 'pending', signal),
    refetchInterval: ({ state }) => untilNextLook(state.data),
  });

/** The newest of the workspace, whatever became of them. */
export const approvalsQuery = (language: string) =>
  queryOptions({
    queryKey: ['approvals', 'all', language],
    queryFn: ({ signal }) => list(CREW, undefined, signal),
    refetchInterval: ({ state }) => untilNextLook(state.data),
  });

export const approvalQuery = (id: string, language: string) =>
  queryOptions({
    queryKey: ['approvals', 'one', id, language],
    queryFn: ({ signal }) => callAnywhere<Approval>('GET', at`/synapse/approvals/${id}`, undefined, signal),
    refetchInterval: ({ state }) => untilNextLook(state.data && [state.data]),
  });

export const decide = (id: string, decision: Omit<ApprovalDecision, 'comment'> & { comment?: string }) =>
  callAnywhere<Approval>('POST', at`/synapse/approvals/${id}`, decision);

export const grantsQuery = queryOptions({
  queryKey: ['grants'],
  queryFn: ({ signal }) => call<{ grants: Grant[] }>('GET', '/synapse/grants', undefined, signal),
  select: ({ grants }) => grants,
});

export const removeGrant = (id: string): Promise<void> => call('DELETE', at`/synapse/grants/${id}`);
