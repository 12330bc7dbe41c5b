/** How an execution stands, in a few words: "failed (3)", "refused: policy", "waiting for you". */
import type { AuditEntry } from '../../api/executions.ts';
import { CREW } from '../../api/workspace.ts';
import type { Catalogue } from '../../i18n/catalogue.ts';
import type { StateKind } from '../../ui/state.tsx';

export interface Standing {
  readonly status: AuditEntry['status'];
  readonly exitCode: number | null;
  /** The code of a refusal. */
  readonly refusal?: string | null | undefined;
}

const STATES: Readonly<Record<AuditEntry['status'], StateKind>> = {
  running: 'live',
  pending: 'wait',
  timeout: 'wait',
  done: 'bad',
  cancelled: 'idle',
  interrupted: 'bad',
  refused: 'refused',
};

export function executionState({ status, exitCode }: Standing): StateKind {
  return status === 'done' && exitCode === 0 ? 'ok' : STATES[status];
}

export function executionWords({ status, exitCode, refusal }: Standing, text: Catalogue['executions']): string {
  if (status === 'done') return exitCode === 0 ? text.statuses.done : text.failed(exitCode);
  // In a crew it may wait for somebody else.
  if (status === 'pending' && CREW !== null) return text.waitingInCrew;
  if (status !== 'refused') return text.statuses[status];
  const reasons: Readonly<Record<string, string>> = text.refusedWhy;
  const reason = reasons[refusal ?? ''];
  return reason === undefined ? text.statuses.refused : text.refusedFor(reason);
}

/** It ended by itself with another code than 0, or ran out of time. */
export const isFailed = (status: AuditEntry['status'], exitCode: number | null): boolean =>
  status === 'timeout' || (status === 'done' && exitCode !== 0);

/** Something that was changed in the service itself, which ran on no machine. */
export const isOnNoMachine = ({ machine }: Pick<AuditEntry, 'machine'>): boolean => machine === '-';

/** For how long it ran. What was refused did not run. */
export const ranFor = ({ status, duration_ms }: Pick<AuditEntry, 'status' | 'duration_ms'>): number | null =>
  status === 'refused' ? null : duration_ms;

/** It runs, or waits for an answer: there is something to stop. */
export const isOpen = (status: AuditEntry['status']): boolean => status === 'running' || status === 'pending';
