/** Tools that run commands and follow executions. */

import {
  ExecRequest,
  ExecResult,
  ExplainedPart,
  ExplainRequest,
  Explanation,
  LookRequest,
  leanResult,
  OutputPage,
  OutputQuery,
  Refusal,
  secondsOf,
} from '@synapse/contract';
import * as z from 'zod';
import { type Access, assertCan, type Workspace } from '../../../access/access.ts';
import type { Caller } from '../../../auth/caller.ts';
import { redactPage } from '../../../exec/answer/redacted-page.ts';
import { type RedactedResult, withoutLines } from '../../../exec/answer/redacted-result.ts';
import type { ExplainOrder } from '../../../exec/explain-order.ts';
import { readAddress } from '../../../exec/prepare/enter-workspace.ts';
import type { RunExec } from '../../../exec/run-exec.ts';
import type { Executions } from '../../../follow-up/executions.ts';
import { personalWorkspaceId, type WorkspaceId } from '../../../ids.ts';
import { cutWhole } from '../../../outputs/page-through.ts';
import { withoutVersion } from '../../../vault/redacted-with.ts';
import { type AliasedServices, byAlias } from '../../by-alias.ts';
import { foreignReader } from '../../foreign-reader.ts';
import { redactAnswer } from '../../redact-answer.ts';
import { whileReading } from '../../while-reading.ts';
import { unlessGone } from '../client-gone.ts';
import type { Part } from '../fit-answer.ts';
import { listTool } from '../list-tool.ts';
import { OutlastsAnswer, TASK_WAIT_SECONDS } from '../tasks.ts';
import { outputText, resultText } from '../text/result-text.ts';
import { defineTool, type Tool, type ToolCall } from '../tool.ts';
import { EXECUTES, LOOKS, READS, WRITES_THERE } from './annotations.ts';
import { ExecutionId } from './arguments.ts';
import { askUser } from './ask-user.ts';
import { meantIn } from './meant-execution.ts';
import { orderedBy } from './ordered-by.ts';
import { forModel, shortened } from './short-template.ts';
import type { WorkspaceServices } from './workspaces.ts';

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

const LOOK_DESCRIPTION =
  'synapse_exec that can only read: in a sandbox on the machine, without network, secrets or sockets of services. For logs, ps, df, git log. look_unavailable: it has no sandbox.';

/** Every field of the result; without it only those that say something. */
const Verbose = z.boolean().optional();

type CountedLines = ExecResult & Pick<RedactedResult, 'wholeLines'>;

const forms = {
  inner: { wholeLines: z.int().optional() },
  json: (result: CountedLines, { verbose }: { verbose?: boolean | undefined }) =>
    verbose ? withoutLines(result) : leanResult(result),
  text: resultText,
};

/** The machine's name as the caller uses it. */
async function workspaceIdOf(access: Pick<Access, 'enter'>, caller: Caller, machine: string): Promise<WorkspaceId> {
  const { crew } = readAddress(machine);
  return crew === null ? caller.workspaceId : (await access.enter(caller.userId, crew)).id;
}

type Verbosely<T> = T & { readonly verbose?: boolean | undefined };

const runs =
  ({ runExec, executions, access }: ExecToolServices, look: boolean) =>
  async (args: Verbosely<ExecRequest>, call: ToolCall) => {
    const { caller, session, language, tasks, asText } = call;
    const waits = tasks && !args.detach ? { wait_seconds: TASK_WAIT_SECONDS } : {};
    const { verbose: _, ...request } = { ...waits, ...args };
    const signal = request.idempotency_key === undefined ? call.signal : unlessGone(call.signal);
    const { tokenId } = caller;
    const answer = async () => {
      const result = await runExec({ ...orderedBy(call), request, session, signal, look });
      if (tasks && (result.status === 'running' || result.status === 'pending')) {
        throw new OutlastsAnswer(result.execution_id);
      }
      if (result.status !== 'running' || tokenId === null) return result;
      // The next answer has only what is printed after this one.
      const workspaceId = await workspaceIdOf(access, caller, result.machine);
      return executions.news.given(result, { workspaceId, tokenId, asText });
    };
    const result = await forModel(answer(), language);
    if (result.approval !== undefined) askUser(call, result.approval, result.machine, result.command_template);
    return result;
  };

/** What the view of an execution needs to know of its result. */
const executionMeta = ({ execution_id }: Record<string, unknown>) => ({ 'synapse/execution_id': execution_id });

const EXECUTION_VIEW = { uri: 'ui://synapse/execution', meta: executionMeta };

/** A job is not waited for. */
const seconds = (request: ExecRequest): number =>
  request.detach ? 0 : Math.min(secondsOf(request), request.wait_seconds ?? Number.POSITIVE_INFINITY);

interface ExecToolServices extends AliasedServices {
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
    alwaysLoad: true,
    view: EXECUTION_VIEW,
    annotations: EXECUTES,
    complete: byAlias(services, ExecRequest),
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
    alwaysLoad: true,
    view: EXECUTION_VIEW,
    annotations: LOOKS,
    complete: byAlias(services, LookRequest),
    mayTakeSeconds: seconds,
    handler: runs(services, true),
  }),
];

/** What ran in a crew is shown without the secrets of the caller, too; always without those of the crew. */
export const shownTo =
  ({ redactorOf }: Pick<WorkspaceServices, 'redactorOf'>, { userId }: Caller, { id, crew }: Workspace) =>
  async (result: RedactedResult): Promise<RedactedResult> => {
    if (crew === null) return result;
    // Also the comment of a denial.
    const { stdout, stderr, ...rest } = await redactAnswer(null, withoutVersion(result), id, redactorOf);
    const redact = await redactorOf(personalWorkspaceId(userId));
    return { ...rest, stdout: redact(stdout), stderr: redact(stderr), machine: `${crew}/${rest.machine}` };
  };

/** A stream that nothing was printed on may not be there. */
export function nothingKept(error: unknown): null {
  if (error instanceof Refusal && error.code === 'execution_not_found') return null;
  throw error;
}

/** A search that found something on both streams: what it found on stdout, and this on stderr. */
type SearchedPage = OutputPage & { readonly errors?: Pick<OutputPage, 'text' | 'offset' | 'total_chars'> };

/** Both in one text. What is missing of stderr, no `next_offset` speaks of. */
function joinedPage({ errors, ...page }: SearchedPage): OutputPage {
  if (errors === undefined) return page;
  const shown = errors.offset + errors.text.length;
  const left = errors.total_chars - shown;
  const more = left === 0 ? [] : [`… ${left} more characters: stream stderr, offset ${shown}`];
  const lines = [page.text, '--- stderr', errors.text, ...more].filter((text) => text !== '');
  return { ...page, text: lines.map((text) => text.replace(/\n$/, '')).join('\n') };
}

/** Of stdout first. Whole lines, unless one alone is longer. */
function outputPart(page: SearchedPage): Part<SearchedPage> {
  const { text, offset, errors } = page;
  const cut = (whole: string, length: number): string => {
    if (length >= whole.length) return whole;
    const end = whole.lastIndexOf('\n', length - 1) + 1;
    return end > length / 2 ? whole.slice(0, end) : cutWhole(whole, 0, length);
  };
  return {
    length: text.length + (errors?.text.length ?? 0),
    first: (length) => {
      const shown = cut(text, length);
      const next_offset = shown.length < text.length ? offset + shown.length : page.next_offset;
      const rest = errors && { ...errors, text: cut(errors.text, Math.max(0, length - text.length)) };
      return { ...page, text: shown, next_offset, ...(rest && { errors: rest }) };
    },
  };
}

interface ReadServices extends AliasedServices, Pick<WorkspaceServices, 'redactorOf'> {
  readonly executions: Executions;
  readonly explainOrder: ExplainOrder;
}

export const executionReadTools = ({ aliases, executions, explainOrder, access, redactorOf }: ReadServices): Tool[] => [
  listTool('parts', {
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
    complete: byAlias({ aliases, access }, ExplainRequest),
    handler: async (request, { caller, ip, language, requestId }) => {
      const { workspaceId, role, machines, tokenLabel } = caller;
      const who = { workspaceId, role, machines, source: 'mcp' as const, tokenLabel };
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
    inner: { errors: z.object({ text: z.string(), offset: z.int(), total_chars: z.int() }).optional() },
    text: (page) => outputText(joinedPage(page)),
    json: joinedPage,
    part: outputPart,
    annotations: READS,
    handler: async ({ execution_id: given, ...query }, { caller }) => {
      const { workspace, executionId } = await meantIn({ executions, access }, caller, given);
      const redact = workspace.crew === null ? null : await redactorOf(personalWorkspaceId(caller.userId));
      const page = async (stream: 'stdout' | 'stderr') => {
        const found = await executions.output(
          workspace.id,
          executionId,
          { ...query, stream },
          foreignReader(caller.userId, workspace),
        );
        return redact === null ? found : redactPage(found, redact);
      };
      const found = await page(query.stream ?? 'stdout');
      if (query.grep === undefined || query.stream !== undefined || query.offset !== 0) return found;
      // A search without a stream searches both.
      const errors = await page('stderr').catch(nothingKept);
      if (errors === null || errors.text === '') return found;
      if (found.text === '') return errors;
      return { ...found, errors };
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
    view: EXECUTION_VIEW,
    annotations: READS,
    mayTakeSeconds: ({ wait_seconds }) => wait_seconds,
    handler: async ({ execution_id: given, wait_seconds, since, tail, max_tokens }, call) => {
      const { caller, language, signal, asText, peeks: peek } = call;
      const { workspace, executionId: execution_id } = await meantIn({ executions, access }, caller, given);
      const { tokenId } = caller;
      const workspaceId = workspace.id;
      const shown = shownTo({ redactorOf }, caller, workspace);
      const read = (until: AbortSignal): Promise<RedactedResult> => {
        const reader = foreignReader(caller.userId, workspace);
        if (tokenId === null) return executions.get(workspaceId, execution_id, wait_seconds, until, reader);
        const question = { workspaceId, reader, tokenId, executionId: execution_id, waitSeconds: wait_seconds, asText };
        return executions.news.read({ ...question, signal: until, since, tail, maxTokens: max_tokens, peek });
      };
      return forModel(whileReading(access, caller.userId, workspace, signal, read).then(shown), language);
    },
  }),
];

type WriteServices = Pick<ReadServices, 'executions' | 'access' | 'redactorOf'>;

export const executionWriteTools = ({ executions, access, redactorOf }: WriteServices): Tool[] => [
  defineTool({
    name: 'synapse_cancel_execution',
    description: 'Stops a running execution: its whole process tree dies. Answers with what it printed.',
    scope: 'mcp:synapse',
    input: z.object({ execution_id: ExecutionId, verbose: Verbose }),
    output: SAME_RESULT,
    ...forms,
    annotations: WRITES_THERE,
    handler: async ({ execution_id: given }, { caller, language }) => {
      const { workspace, executionId } = await meantIn({ executions, access }, caller, given);
      const isOwn = await executions.isOf(workspace.id, executionId, caller.userId);
      assertCan(workspace, isOwn ? 'run' : 'cancel-others');
      const shown = shownTo({ redactorOf }, caller, workspace);
      return forModel(executions.cancel(workspace.id, executionId).then(shown), language);
    },
  }),
];
