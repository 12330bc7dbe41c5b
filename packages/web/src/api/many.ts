/** One command on many machines: told machine by machine as it happens, then all answers together. */
import type { ErrorCode, ExecManyResult, ManyEvent } from '@synapse/contract';
import { callForEvents } from './call.ts';
import { Problem } from './problem.ts';

export type { ExecManyResult, ManyEvent };

export interface ManyWish {
  readonly machines: readonly string[];
  readonly command: string;
  readonly first?: number;
  readonly max_parallel?: number;
  readonly timeout_seconds?: number;
}

/** Aborting the signal stops the command on every machine. */
export async function runOnMany(
  wish: ManyWish,
  onMachine: (event: ManyEvent) => void,
  signal: AbortSignal,
): Promise<ExecManyResult> {
  for await (const { event, data } of callForEvents('/synapse/exec-many', wish, signal)) {
    if (event === 'machine') onMachine(data as ManyEvent);
    if (event === 'result') return data as ExecManyResult;
    if (event === 'refused') {
      const { code, detail, fields } = data as { code: ErrorCode; detail: string; fields: Problem['fields'] };
      throw new Problem(422, code, detail, fields);
    }
  }
  throw new Problem(0, 'unreachable', 'unreachable');
}
