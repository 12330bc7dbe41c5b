/** One command on many machines. */
import { ExecManyRequest, ExecManyResult, PLANS } from '@synapse/contract';
import type { RunMany } from '../../../many/run-many.ts';
import { type AliasedServices, byAlias } from '../../by-alias.ts';
import { manyInLanguage } from '../../many-in-language.ts';
import { manyText } from '../text/result-text.ts';
import { defineTool, type Tool } from '../tool.ts';
import { EXECUTES } from './annotations.ts';

const DESCRIPTION =
  'synapse_exec on several machines. `machines`: slugs, globs, "tag:name"; at most 50. Equal answers come once in `groups`, the largest first; with diff_against they say what differs from that machine’s. `first`: so many alone first, the rest only if they succeed.';

const ANSWER =
  'total, succeeded, failed, skipped, groups: [{machines, exit_code, status, stdout, stderr, truncated?, diff_against?, refusal?}], execution_ids: {machine: id}';

/** The wait for approvals is one wait, however many machines there are. */
const PATIENCE_SECONDS = 50;

/** What the view of many executions needs to know of their result. */
const manyMeta = ({ groups, execution_ids, skipped_machines = [] }: ExecManyResult) => ({
  'synapse/execution_ids': execution_ids,
  'synapse/outcomes': [
    ...groups.flatMap(({ machines, status, exit_code, refusal }) =>
      machines.map((machine) => ({ machine, status: refusal ? 'refused' : status, exit_code })),
    ),
    ...skipped_machines.map((machine) => ({ machine, status: 'skipped', exit_code: null })),
  ],
});

interface ManyToolServices extends AliasedServices {
  readonly runMany: RunMany;
}

export const execManyTools = ({ runMany, ...services }: ManyToolServices): Tool[] => [
  defineTool({
    name: 'synapse_exec_many',
    description: DESCRIPTION,
    scope: 'mcp:synapse',
    core: true,
    input: ExecManyRequest,
    output: ExecManyResult.meta({ brief: ANSWER }),
    annotations: EXECUTES,
    view: {
      uri: 'ui://synapse/many',
      meta: (answer) => manyMeta(answer as ExecManyResult),
    },
    complete: byAlias(services, ExecManyRequest),
    mayTakeSeconds: ({ timeout_seconds }) => timeout_seconds + PATIENCE_SECONDS,
    text: manyText,
    handler: async (request, { caller, client, ip, language, requestId, signal, asText, progress }) => {
      const { workspaceId, role, machines, tokenId, tokenHint, tokenLabel } = caller;
      const who = {
        workspaceId,
        role,
        pilot: PLANS[caller.plan].scopes.includes('mcp:synapse'),
        machines,
        source: 'mcp' as const,
        tokenId,
        tokenHint,
        tokenLabel,
        client,
        ip,
        requestId,
        asText,
      };
      return manyInLanguage(await runMany({ ...who, request, signal, onProgress: progress }), language);
    },
  }),
];
