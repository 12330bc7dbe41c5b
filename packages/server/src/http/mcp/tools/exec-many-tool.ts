/** One command on many machines. */
import { ExecManyRequest, ExecManyResult, ManyGroup } from '@synapse/contract';
import { z } from 'zod';
import type { RunMany } from '../../../many/run-many.ts';
import { toldMany } from '../../told-many.ts';
import { defineTool, type Tool } from '../tool.ts';
import { EXECUTES } from './annotations.ts';

const DESCRIPTION =
  'synapse_exec on several machines. `machines`: slugs, globs, "tag:name"; at most 50. Equal answers come once in `groups`, the largest first; with diff_against, stdout and stderr are diffs against that machine’s. `first`: so many alone first, the rest only if they succeed.';

const AS = 'As in synapse_exec.';
const { shape } = ExecManyRequest;

/** A person who is asked is waited for once, however many machines there are. */
const PATIENCE_SECONDS = 50;

export const execManyTools = ({ runMany }: { runMany: RunMany }): Tool[] => [
  defineTool({
    name: 'synapse_exec_many',
    description: DESCRIPTION,
    scope: 'mcp:synapse',
    input: ExecManyRequest.safeExtend({
      command: shape.command.describe(AS),
      alias: shape.alias.describe(AS),
      cwd: shape.cwd.describe(AS),
      container: shape.container.describe(AS),
      timeout_seconds: shape.timeout_seconds.describe('For each.'),
    }),
    output: ExecManyResult.extend({
      groups: z.array(ManyGroup.meta({ brief: 'machines, exit_code, status, stdout, stderr, diff_against, refusal' })),
    }),
    annotations: EXECUTES,
    mayTakeSeconds: ({ timeout_seconds }) => timeout_seconds + PATIENCE_SECONDS,
    handler: async (request, { caller, client, ip, language, requestId, signal, progress }) => {
      const { userId, role, tokenId, tokenHint, tokenLabel } = caller;
      const who = { userId, role, source: 'mcp' as const, tokenId, tokenHint, tokenLabel, client, ip, requestId };
      return toldMany(await runMany({ ...who, request, signal, onProgress: progress }), language);
    },
  }),
];
