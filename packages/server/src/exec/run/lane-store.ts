/** The lanes in the database: a user's commands that run or wait on any instance, in turn. */

import { laneName } from '../../audit/audit.ts';
import { compileOnce } from '../../db/compile-once.ts';
import type { Queries } from '../../db/database.ts';
import type { WorkspaceId } from '../../ids.ts';
import type { Order } from '../order.ts';

/** In front of the machine of a command that is one of many: those have places of their own. */
export const WIDE = '*';

/** Under which name a command has its turn: in a crew the machine is everybody's, and the places are each member's. */
export const laneOf = ({
  machine,
  order,
}: {
  readonly machine: string;
  readonly order: Pick<Order, 'wide' | 'actor'>;
}): string => `${order.wide ? WIDE : ''}${laneName(machine, order.actor?.id)}`;

/** What an entry that was closed left behind does not count, nor does a job, which runs beside the others. */
const read = compileOnce((queries: Queries, workspaceId: WorkspaceId) =>
  queries
    .selectFrom('lane_entries as lane')
    .innerJoin('audit_entries as entry', 'entry.execution_id', 'lane.execution_id')
    .select(['lane.execution_id', 'lane.machine'])
    .where('lane.workspace_id', '=', workspaceId)
    .where('entry.status', '=', 'running')
    .where((eb) =>
      eb.not(
        eb.exists(
          eb.selectFrom('jobs').select('jobs.execution_id').whereRef('jobs.execution_id', '=', 'lane.execution_id'),
        ),
      ),
    )
    .orderBy('lane.turn'),
);

/** The machines of those before this one. Null: it is not among them, because its entry is closed. */
export async function queuePosition(
  queries: Queries,
  workspaceId: WorkspaceId,
  executionId: string,
): Promise<string[] | null> {
  const rows = await read(queries, workspaceId);
  const index = rows.findIndex(({ execution_id }) => execution_id === executionId);
  return index < 0 ? null : rows.slice(0, index).map(({ machine }) => machine);
}
