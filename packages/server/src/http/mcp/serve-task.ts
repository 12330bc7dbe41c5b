/** `tasks/get`, `tasks/update` and `tasks/cancel`. */
import { Refusal } from '@synapse/contract';
import {
  answerOf,
  assertMayCall,
  type CallRequest,
  type CallSettings,
  callOf,
  membersOf,
  refusalResult,
} from './call-tool.ts';
import { declaredBy, TASKS_EXTENSION } from './declared.ts';
import { failureReply } from './failure-reply.ts';
import { INVALID_PARAMS, isObject, type JsonObject, MISSING_CAPABILITY, writeResult, wrongShape } from './json-rpc.ts';
import { SILENT } from './progress.ts';
import { ProtocolFailure } from './protocol-failure.ts';
import { failed, type RpcReply } from './rpc-reply.ts';
import type { Tool, ToolCall } from './tool.ts';

export const TASK_METHODS: readonly string[] = ['tasks/get', 'tasks/update', 'tasks/cancel'];

const READ_TOOL = 'synapse_get_execution';
const STOP_TOOL = 'synapse_cancel_execution';

/** A client that does not declare tasks learns what is missing. */
const UNDECLARED = {
  status: 400,
  code: MISSING_CAPABILITY,
  message: 'Missing required client capability: tasks',
  data: { requiredCapabilities: { extensions: { [TASKS_EXTENSION]: {} } } },
};

export async function serveTask(settings: CallSettings, method: string, request: CallRequest): Promise<RpcReply> {
  const { id, params, era } = request;
  try {
    const { tasks: declared, urls } = declaredBy(era, params, undefined);
    if (!declared) return failed(id, UNDECLARED);
    const { taskId } = params;
    if (typeof taskId !== 'string' || taskId.length > TASK_ID_CHARS) throw wrong('taskId must be the id of a task');
    const call: ToolCall = { ...callOf(settings, request, SILENT), peeks: true };
    const members = await answer(settings, method, request, call, taskId, urls && settings.pageHasAddress());
    return { json: writeResult(id, settings.methods.result(era, members)), status: 200 };
  } catch (error) {
    return failureReply(settings, request, error, ({ code }, message) => ({
      status: 200,
      code: INVALID_PARAMS,
      message,
      data: { code },
    }));
  }
}

const TASK_ID_CHARS = 64;
const wrong = (message: string): ProtocolFailure => new ProtocolFailure(wrongShape(message));

async function answer(
  settings: CallSettings,
  method: string,
  request: CallRequest,
  call: ToolCall,
  taskId: string,
  urls: boolean,
): Promise<string> {
  if (method === 'tasks/cancel') {
    const stops = toolOf(settings, STOP_TOOL);
    assertMayCall(stops, call.caller, { execution_id: taskId });
    await settings.tasks.read(call, taskId, false);
    await answerOf(settings, stops, { execution_id: taskId }, call, request.admitted);
    return '';
  }
  const reads = toolOf(settings, READ_TOOL);
  assertMayCall(reads, call.caller, { execution_id: taskId });
  const { fields, ended } = await settings.tasks.read(call, taskId, urls);
  if (method === 'tasks/update') {
    // The person decides on the page: the client's answer decides nothing.
    if (!isObject(request.params.inputResponses)) throw wrong('inputResponses must be an object');
    return '';
  }
  if (!ended) return inside(fields);
  return `${inside(fields)},"result":${await resultOf(settings, request, reads, call, taskId)}`;
}

const inside = (fields: JsonObject): string => JSON.stringify(fields).slice(1, -1);

/** The whole result, however often it is read: the same as the answer to the call itself. */
async function resultOf(settings: CallSettings, request: CallRequest, tool: Tool, call: ToolCall, taskId: string) {
  const { admitted, incoming } = request;
  const args = { execution_id: taskId, wait_seconds: 0, since: 0 };
  try {
    const made = await answerOf(settings, tool, args, call, admitted);
    const members = await membersOf(settings, tool, args, made, call.caller, incoming.answers);
    return settings.methods.result('modern', members, tool.view.meta?.(made));
  } catch (error) {
    if (!(error instanceof Refusal) || error.status === 429 || error.status === 503) throw error;
    const { members, meta } = await refusalResult(settings, request, error);
    return settings.methods.result('modern', members, meta);
  }
}

function toolOf({ registry }: CallSettings, name: string): Tool {
  const tool = registry.find(name);
  if (tool === undefined) throw new Error(`there is no ${name}`);
  return tool;
}
