/** Running commands, and asking what became of them. */
import {
  because,
  ExecRequest,
  ExecResult,
  ExplainedPart,
  ExplainRequest,
  Explanation,
  type Language,
  LookRequest,
  leanResult,
  OutputPage,
  OutputQuery,
  Refusal,
  secondsOf,
  visibleText,
} from '@synapse/contract';
import * as z from 'zod';
import type { Caller } from '../../../auth/caller.ts';
import type { ExplainOrder } from '../../../exec/explain-order.ts';
import type { RunExec } from '../../../exec/run-exec.ts';
import type { Executions } from '../../../follow-up/executions.ts';
import { unlessGone } from '../client-gone.ts';
import { InputRequired } from '../input-required.ts';
import { outputText, resultText } from '../text/result-text.ts';
import { defineTool, type Tool, type ToolCall } from '../tool.ts';
import { DELETES, EXECUTES, READS } from './annotations.ts';
import { ExecutionId } from './arguments.ts';
import { orderedBy } from './ordered-by.ts';
import { forModel, shortened } from './short-template.ts';

const EXEC_DESCRIPTION = [
  'Runs a shell command on a machine, or in its `container`.',
  '{{NAME}} is filled in with a stored secret (synapse_list_secrets), which never comes back.',
  'No `rtk` or `docker exec` in front. `cwd` (absolute): always on agent machines and for git.',
  'No input but `stdin`: use flags that never prompt. Over 300 s: detach, then synapse_get_execution.',
  'status "pending": a person is asked (approval.url); poll synapse_get_execution.',
  'What was cut: synapse_get_output.',
].join('\n');

/** In the list of tools one description of it is enough. */
const SAME_RESULT = ExecResult.meta({ brief: 'As synapse_exec.' });

/** Put to the user of the client, in their language. */
function questionOf(result: ToldResult, { id, reason }: { id: string; reason: string }, language: Language) {
  const asked = { machine: result.machine, command: visibleText(result.command_template), reason: visibleText(reason) };
  return new InputRequired(because('approval_question', asked)[language], id);
}

type ToldResult = { readonly machine: string; readonly command_template: string };

const LOOK_DESCRIPTION =
  'synapse_exec that can only read: in a sandbox on the machine, without network, secrets or sockets of services. For logs, ps, df, git log. look_unavailable: it has no sandbox.';

/** Every field of the result; without it only those that say something. */
const Verbose = z.boolean().optional();

const forms = {
  json: (result: ExecResult, { verbose }: { verbose?: boolean | undefined }) => (verbose ? result : leanResult(result)),
  text: resultText,
};

type Verbosely<T> = T & { readonly verbose?: boolean | undefined };

const runs =
  ({ runExec, executions }: ExecToolServices, look: boolean) =>
  async (args: Verbosely<ExecRequest>, call: ToolCall) => {
    const { verbose: _, ...request } = args;
    const { caller, session, language } = call;
    const signal = request.idempotency_key === undefined ? call.signal : unlessGone(call.signal);
    const { userId, tokenId } = caller;
    const answer = async () => {
      const result = await runExec({ ...orderedBy(call), request, session, signal, look });
      if (result.status !== 'running' || tokenId === null) return result;
      // What it has printed so far counts as told: the next question is answered with what is new.
      return executions.news.given(result, { userId, tokenId, maxTokens: request.max_tokens });
    };
    const result = await forModel(answer(), language);
    if (result.approval?.askClient) throw questionOf(result, result.approval, language);
    return result;
  };

/** A job is not waited for. */
const seconds = (request: ExecRequest): number =>
  request.detach ? 0 : Math.min(secondsOf(request), request.wait_seconds ?? Number.POSITIVE_INFINITY);

interface ExecToolServices {
  readonly runExec: RunExec;
  readonly executions: Executions;
}

export const execTools = (services: ExecToolServices): Tool[] => [
  defineTool({
    name: 'synapse_exec',
    description: EXEC_DESCRIPTION,
    scope: 'mcp:synapse',
    core: true,
    input: ExecRequest.safeExtend({ verbose: Verbose }),
    output: ExecResult,
    ...forms,
    annotations: EXECUTES,
    mayTakeSeconds: seconds,
    handler: runs(services, false),
  }),
  defineTool({
    name: 'synapse_look',
    description: LOOK_DESCRIPTION,
    scope: ['mcp:synapse', 'mcp:look'],
    core: true,
    input: LookRequest.safeExtend({ verbose: Verbose }),
    output: ExecResult.meta({ brief: 'As synapse_exec, plus `sandbox`.' }),
    ...forms,
    annotations: READS,
    mayTakeSeconds: seconds,
    handler: runs(services, true),
  }),
];

/** The id that is meant. What ran on a machine that is not there for the caller is not there either. */
async function meantId(executions: Executions, { userId, machines }: Caller, given: string): Promise<string> {
  const executionId = await executions.wholeId(userId, given);
  if (machines != null) await executions.assertKnown(userId, executionId, machines);
  return executionId;
}

/** A stream that nothing was printed on may not be there. */
function nothingKept(error: unknown): null {
  if (error instanceof Refusal && error.code === 'execution_not_found') return null;
  throw error;
}

interface ReadServices {
  readonly executions: Executions;
  readonly explainOrder: ExplainOrder;
}

export const executionReadTools = ({ executions, explainOrder }: ReadServices): Tool[] => [
  defineTool({
    name: 'synapse_explain',
    description: 'What the person’s policy says of a command (allow, ask, deny), part by part and why. Runs nothing.',
    scope: ['mcp:read', 'mcp:synapse'],
    core: true,
    input: ExplainRequest.safeExtend({
      command: ExplainRequest.shape.command.unwrap().optional(),
      alias: ExplainRequest.shape.alias.unwrap().optional(),
      container: ExplainRequest.shape.container.unwrap().optional(),
      cwd: ExplainRequest.shape.cwd.unwrap().optional(),
    }),
    output: Explanation.extend({
      parts: z.array(ExplainedPart.meta({ brief: 'text, program, effects, verdict, rule, why' })),
    }),
    annotations: READS,
    handler: async (request, { caller, ip, language, requestId }) => {
      const { userId, role, machines, tokenLabel } = caller;
      const who = { userId, role, machines, source: 'mcp' as const, tokenLabel };
      return shortened(await explainOrder({ ...who, ip, requestId, request }, language));
    },
  }),
  defineTool({
    name: 'synapse_get_output',
    description:
      'The output of an execution, uncompacted, a page at a time (next_offset; a negative offset counts from the end), or the lines that match `grep` (RE2) of both streams, with `context` lines around.',
    scope: 'mcp:read',
    core: true,
    input: OutputQuery.extend({ execution_id: ExecutionId, stream: OutputQuery.shape.stream.unwrap().optional() }),
    output: OutputPage,
    text: outputText,
    annotations: READS,
    handler: async ({ execution_id: given, ...query }, { caller }) => {
      const execution_id = await meantId(executions, caller, given);
      const page = (stream: 'stdout' | 'stderr') =>
        executions.output(caller.userId, execution_id, { ...query, stream });
      const found = await page(query.stream ?? 'stdout');
      if (query.grep === undefined || query.stream !== undefined || query.offset !== 0) return found;
      // Who searches without a word about streams wants to know whether it was printed at all.
      const errors = await page('stderr').catch(nothingKept);
      if (errors === null || errors.text === '') return found;
      if (found.text === '') return errors;
      return { ...found, text: `${found.text}\n--- stderr\n${errors.text}` };
    },
  }),
  defineTool({
    name: 'synapse_get_execution',
    description:
      'What an execution has printed since you last asked; exit_code is null while it runs. wait_seconds waits for the end.',
    scope: 'mcp:read',
    core: true,
    input: z.object({
      execution_id: ExecutionId,
      wait_seconds: z.int().min(0).max(300).default(0),
      since: z.literal(0).optional().describe('0: from the start.'),
      tail: z.int().min(1).max(1000).optional().describe('Last lines.'),
      max_tokens: ExecRequest.shape.max_tokens,
      verbose: Verbose,
    }),
    output: SAME_RESULT,
    ...forms,
    annotations: READS,
    mayTakeSeconds: ({ wait_seconds }) => wait_seconds,
    handler: async ({ execution_id: given, wait_seconds, since, tail, max_tokens }, { caller, language, signal }) => {
      const execution_id = await meantId(executions, caller, given);
      const { userId, tokenId } = caller;
      if (tokenId === null) return forModel(executions.get(userId, execution_id, wait_seconds, signal), language);
      const question = { userId, tokenId, executionId: execution_id, waitSeconds: wait_seconds, signal };
      return forModel(executions.news.read({ ...question, since, tail, maxTokens: max_tokens }), language);
    },
  }),
];

export const executionWriteTools = ({ executions }: { executions: Executions }): Tool[] => [
  defineTool({
    name: 'synapse_cancel_execution',
    description: 'Stops a running execution: its whole process tree dies. Answers with what it printed.',
    scope: 'mcp:synapse',
    input: z.object({ execution_id: ExecutionId, verbose: Verbose }),
    output: SAME_RESULT,
    ...forms,
    annotations: DELETES,
    handler: async ({ execution_id: given }, { caller, language }) => {
      const execution_id = await meantId(executions, caller, given);
      return forModel(executions.cancel(caller.userId, execution_id), language);
    },
  }),
];
