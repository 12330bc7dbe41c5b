/** The row of a job, written when it is opened: enough for any instance to resume it. */
import { type Refusal, secondsOf } from '@synapse/contract';
import { type KeptOrder, keptOrder } from '../../approvals/kept-order.ts';
import type { Clock } from '../../clock.ts';
import type { Queries } from '../../db/database.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import type { CheckedExecution } from '../execution.ts';
import { actorIdOf } from '../order.ts';

/** Nothing for a command that is no job. A refusal where its user has too many of them. */
export type KeepJob = (
  tx: Queries,
  execution: CheckedExecution,
  executionId: string,
  placedAt: number,
) => Promise<Refusal | null>;

export function createKeepJob(jobs: Pick<Jobs<KeptOrder>, 'put'>, clock: Clock): KeepJob {
  return async (tx, execution, executionId, placedAt) => {
    const { job: signs, order, command, steps = null, target, resolved, secretsUsed, vault } = execution;
    if (signs === null) return null;
    const { cwd, container } = resolved;
    return jobs.put(tx, {
      executionId,
      workspaceId: order.workspaceId,
      actorId: actorIdOf(order),
      machineId: target.id,
      signs,
      command,
      steps,
      cwd,
      container,
      placedAt,
      deadline: clock() + secondsOf(order.request) * 1000,
      order: keptOrder(order),
      secrets: Object.fromEntries(secretsUsed.map((name) => [name, vault.valueToRedact(name)!])),
    });
  };
}
