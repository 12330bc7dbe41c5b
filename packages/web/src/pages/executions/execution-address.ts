/** What the address of an execution says: which part of it, and which line of which stream. */
import type { Stream } from '../../api/executions.ts';

export const EXECUTION_TABS = ['output', 'details', 'session'] as const;
export type ExecutionTab = (typeof EXECUTION_TABS)[number];

export interface ExecutionSearch {
  readonly tab?: ExecutionTab;
  /** Counted from 1, as people count lines. */
  readonly line?: number;
  /** Of which stream; without it, of what is printed normally. */
  readonly stream?: Stream;
}

export function readExecutionSearch({ tab, line, stream }: Record<string, unknown>): ExecutionSearch {
  return {
    ...(EXECUTION_TABS.some((each) => each === tab) ? { tab: tab as ExecutionTab } : {}),
    ...(Number.isSafeInteger(line) && Number(line) > 0 ? { line: Number(line) } : {}),
    ...(stream === 'stderr' ? { stream } : {}),
  };
}

/** The address of one line of an output. */
export const lineAddress = (id: string, line: number, stream: Stream): string =>
  `/executions/${encodeURIComponent(id)}?line=${line}${stream === 'stderr' ? '&stream=stderr' : ''}`;
