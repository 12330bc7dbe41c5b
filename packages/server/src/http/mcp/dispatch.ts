/** One MCP request from its bytes to its answer: read, admit, dispatch each message, answer. Knows no HTTP server. */
import { chooseLanguage, type Language, LIMITS, Refusal } from '@synapse/contract';
import type { Admitted, Cost } from '../../admission/admit.ts';
import { type CallSettings, callTool } from './call-tool.ts';
import { clientName } from './client-name.ts';
import { declaredBy } from './declared.ts';
import type { Incoming } from './incoming.ts';
import {
  internalError,
  invalidRequest,
  isObject,
  PARSE_ERROR,
  type RpcError,
  type RpcId,
  type RpcMessage,
  readMessage,
  refusalError,
  wrongShape,
} from './json-rpc.ts';
import type { Library } from './library.ts';
import { methodNotFound } from './methods.ts';
import { READ_METHODS, serveRead } from './read-methods.ts';
import { checkBatchRevision, eraOf } from './revision.ts';
import { failed, type RpcReply } from './rpc-reply.ts';
import { serveTask, TASK_METHODS } from './serve-task.ts';
import { parseStrictJson } from './strict-json.ts';

export interface Answer {
  readonly status: number;
  /** The JSON text of each answer. None if the request asked for none. */
  readonly messages: readonly string[];
  /** Answers of a batch are sent as an array, even a single one. */
  readonly batch: boolean;
  readonly retryAfter?: number | undefined;
  /** A first request names the session for the later ones. */
  readonly session?: string | undefined;
}

export interface Dispatcher {
  handle(incoming: Incoming): Promise<Answer>;
  /** A method other than POST. A missing or invalid token is reported first. */
  refuseMethod(incoming: Bare): Promise<Answer>;
}

/** What is known of a request without its body. */
type Bare = Pick<Incoming, 'ip' | 'credential' | 'requestId' | 'refusal' | 'acceptLanguage' | 'note'>;

interface Envelope {
  readonly messages: readonly RpcMessage[];
  readonly batch: boolean;
}

export interface DispatcherSettings extends CallSettings {
  readonly library: Library;
}

export function createDispatcher(settings: DispatcherSettings): Dispatcher {
  const { methods } = settings;

  async function handle(incoming: Incoming): Promise<Answer> {
    if (incoming.body.length > LIMITS.unknownBodyBytes) {
      // A large body is parsed only after its sender is known.
      try {
        await settings.admission.screen({ ip: incoming.ip, ...incoming.credential });
      } catch (error) {
        return alone(failed(null, admissionError(error, incoming)));
      }
    }
    const { messages, batch } = readEnvelope(incoming);
    if (incoming.refusal !== undefined) return refuseAll(messages, batch, counted(incoming.refusal, incoming));
    let admitted: Admitted;
    try {
      admitted = await settings.admission.admit({
        ip: incoming.ip,
        ...incoming.credential,
        messages: messages.map(costOf),
      });
    } catch (error) {
      return refuseAll(messages, batch, admissionError(error, incoming));
    }
    if (!batch) return alone(await serve(messages[0]!, 0, admitted, incoming, batch));
    const serving = messages.map((message, at) => serve(message, at, admitted, incoming, batch));
    return ofBatch(await Promise.all(serving));
  }

  async function serve(
    message: RpcMessage,
    at: number,
    admitted: Admitted,
    incoming: Incoming,
    batch: boolean,
  ): Promise<RpcReply> {
    incoming.note?.({ user_id: admitted.caller.userId });
    const refusal = admitted.refusals[at];
    if (refusal) return refused(message, counted(refusal, incoming, admitted.caller.language), batch);
    switch (message.kind) {
      case 'invalid':
        return failed(message.id, message.error);
      case 'response':
        return { json: null, status: 202 };
      case 'notification':
        if (message.method === 'notifications/cancelled') cancel(message.params, admitted, incoming);
        return { json: null, status: 202 };
      case 'request':
        break;
    }
    const { id, method, params } = message;
    const era = eraOf(message, incoming.headers);
    if (typeof era !== 'string') return failed(id, era);
    if (params !== undefined && !isObject(params)) return failed(id, wrongShape('params must be an object'));
    if (params?._meta !== undefined && !isObject(params._meta))
      return failed(id, wrongShape('_meta must be an object'));
    const name = settings.onClient === undefined ? null : clientName(method, params ?? {});
    if (name !== null) settings.onClient?.(admitted.caller, name);
    if (method === 'tools/call') {
      const abort = batch ? following(incoming.gone.signal) : incoming.gone;
      return callTool(settings, { id, params: params ?? {}, era, admitted, incoming, abort });
    }
    if (method === 'initialize') {
      if (era === 'modern') return failed(id, methodNotFound(method, era));
      if (batch) return failed(id, invalidRequest('initialize cannot be part of a batch'));
      const answer = methods.initialize(id, params ?? {});
      return 'code' in answer ? failed(id, answer) : { ...answer, status: 200 };
    }
    const request = { id, params: params ?? {}, era, admitted, incoming, abort: incoming.gone };
    if (era === 'modern' && TASK_METHODS.includes(method)) {
      return serveTask(settings, method, request);
    }
    if (READ_METHODS.includes(method)) {
      return serveRead(settings, settings.library, method, request);
    }
    const answer = methods.answer(era, id, method, params ?? {}, {
      caller: admitted.caller,
      toolset: incoming.toolset ?? 'all',
      answers: incoming.answers ?? 'json',
      language: chooseLanguage(incoming.acceptLanguage, admitted.caller.language),
      declared: declaredBy(era, params ?? {}, incoming.session),
      revision: incoming.headers.protocolVersion,
    });
    return typeof answer === 'string' ? { json: answer, status: 200 } : failed(id, answer);
  }

  function counted(refusal: Refusal, { acceptLanguage, note }: Bare, own: Language | null = null): RpcError {
    settings.onRefusal?.(refusal);
    note?.({ code: refusal.code });
    return refusalError(refusal, chooseLanguage(acceptLanguage, own));
  }

  function cancel(params: unknown, { caller }: Admitted, { client }: Incoming): void {
    const id = isObject(params) ? params.requestId : undefined;
    if (typeof id !== 'string' && typeof id !== 'number') return;
    settings.running.cancel({ tokenId: caller.tokenId, client, id });
  }

  async function refuseMethod(incoming: Bare): Promise<Answer> {
    if (incoming.refusal !== undefined) return alone(failed(null, counted(incoming.refusal, incoming)));
    try {
      const { ip, credential } = incoming;
      const { caller } = await settings.admission.admit({ ip, ...credential, messages: ['other'] });
      return alone(failed(null, counted(new Refusal('method_not_allowed'), incoming, caller.language)));
    } catch (error) {
      return alone(failed(null, admissionError(error, incoming)));
    }
  }

  /** Anything but a refusal is a defect of ours: its text is for the log, not for the caller. */
  function admissionError(error: unknown, incoming: Bare): RpcError {
    if (error instanceof Refusal) return counted(error, incoming, error.account);
    const { requestId, acceptLanguage } = incoming;
    settings.onDefect(error, requestId);
    return internalError(requestId, chooseLanguage(acceptLanguage, null));
  }

  return { handle, refuseMethod };
}

/** A member of a batch can be cancelled alone, and all of them end when the client is gone. */
function following(gone: AbortSignal): AbortController {
  const own = new AbortController();
  if (gone.aborted) own.abort(gone.reason);
  else gone.addEventListener('abort', () => own.abort(gone.reason), { once: true });
  return own;
}

/** The messages of a body. What cannot be read counts as one message, so that garbage is limited too. */
function readEnvelope({ body, headers }: Incoming): Envelope {
  const json = parseStrictJson(body);
  if (!json.ok) return { messages: [{ kind: 'invalid', id: null, error: UNREADABLE[json.reason] }], batch: false };
  if (!Array.isArray(json.value)) return { messages: [readMessage(json.value)], batch: false };
  const fault = batchFault(json.value.length, headers.protocolVersion);
  if (fault !== null) return { messages: [{ kind: 'invalid', id: null, error: fault }], batch: false };
  return { messages: json.value.map(readMessage), batch: true };
}

function batchFault(length: number, version: string | undefined): RpcError | null {
  if (length === 0) return invalidRequest('an empty batch');
  if (length > LIMITS.batchMessages) return invalidRequest(`a batch has at most ${LIMITS.batchMessages} messages`);
  return checkBatchRevision(version);
}

const UNREADABLE = {
  unreadable: { status: 400, code: PARSE_ERROR, message: 'Parse error: the body is not JSON in UTF-8' },
  ambiguous: invalidRequest('an object has the same key twice'),
  too_deep: invalidRequest(`nested more than ${LIMITS.json.depth} levels deep`),
  too_many: invalidRequest(`more than ${LIMITS.json.values} values`),
} as const satisfies Record<string, RpcError>;

/** Methods that stop a command: no limit applies to them. */
const STOPS = 'synapse_cancel_execution';

/** Only a call that will be answered counts for the day: a notification of that name runs nothing. */
function costOf(message: RpcMessage): Cost {
  if (message.kind === 'notification' && message.method === 'notifications/cancelled') return 'cancel';
  if (message.kind !== 'request') return 'other';
  if (message.method === 'prompts/get' || message.method === 'resources/read') return 'call';
  if (message.method === 'tasks/cancel') return 'cancel';
  if (message.method !== 'tools/call') return 'other';
  return isObject(message.params) && message.params.name === STOPS ? 'stop' : 'call';
}

function idOf(message: RpcMessage): RpcId | null {
  return message.kind === 'request' || message.kind === 'invalid' ? message.id : null;
}

/** In a batch, a message that asked for no answer gets none. Alone, it gets the reason. */
function refused(message: RpcMessage, error: RpcError, batch: boolean): RpcReply {
  const reply = failed(idOf(message), error);
  const asks = message.kind === 'request' || message.kind === 'invalid';
  return batch && !asks ? { ...reply, json: null } : reply;
}

function refuseAll(messages: readonly RpcMessage[], batch: boolean, error: RpcError): Answer {
  const replies = messages.map((message) => refused(message, error, batch));
  const answer = batch ? ofBatch(replies) : alone(replies[0]!);
  // No message in it asked for an answer, but the caller gets one anyway.
  return answer.messages.length === 0 ? alone(failed(null, error)) : { ...answer, status: error.status };
}

function alone({ json, status, retryAfter, session }: RpcReply): Answer {
  return { status, messages: json === null ? [] : [json], batch: false, retryAfter, session };
}

/** A batch has a status of its own, except that it is 429 when every member was refused with that. */
function ofBatch(replies: readonly RpcReply[]): Answer {
  const messages = replies.flatMap(({ json }) => (json === null ? [] : [json]));
  const waits = replies.flatMap(({ retryAfter }) => (retryAfter === undefined ? [] : [retryAfter]));
  const limited = replies.every(({ status }) => status === 429);
  return {
    status: messages.length === 0 ? 202 : limited ? 429 : 200,
    messages,
    batch: messages.length > 0,
    retryAfter: limited ? waits.toSorted((a, b) => a - b)[0] : undefined,
  };
}
