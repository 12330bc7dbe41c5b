/** `tools/call`: find the tool, check its scope and arguments, run it, write its result. */
import { chooseLanguage, grantableScopes, Refusal, surfaceText } from '@synapse/contract';
import type { Admission, Admitted } from '../../admission/admit.ts';
import type { Caller } from '../../auth/caller.ts';
import { personalWorkspaceId } from '../../ids.ts';
import { versionOf } from '../../vault/redacted-with.ts';
import { type RedactorOf, redactAnswer } from '../redact-answer.ts';
import { callingClient } from './client-name.ts';
import { declaredBy } from './declared.ts';
import { fitAnswer } from './fit-answer.ts';
import type { Incoming } from './incoming.ts';
import { InputRequired, inputAnswer, KEY, urlRequest } from './input-required.ts';
import {
  CANCELLED,
  clip,
  isObject,
  type JsonObject,
  type RpcId,
  refusalError,
  writeResult,
  wrongShape,
} from './json-rpc.ts';
import type { Methods } from './methods.ts';
import { MORE_TOOL } from './more.ts';
import { type ProgressReport, type ProgressTimes, SILENT, startProgress } from './progress.ts';
import { type AnswerForm, mayCall, type Registry } from './registry.ts';
import type { Era } from './revision.ts';
import { failed, type RpcReply } from './rpc-reply.ts';
import type { RunningCalls } from './running-calls.ts';
import { OutlastsAnswer, type Tasks } from './tasks.ts';
import type { Tool, ToolCall } from './tool.ts';
import {
  isAboutCrews,
  readArguments,
  refusalMembers,
  scopeRefusal,
  successMembers,
  textMembers,
} from './tool-answer.ts';

/** A call that may take longer is answered as a stream, if the client can read one. */
const LONG_SECONDS = 15;

/** The page on which a person decides about a pending execution. */
export type ApprovalPage = (
  userId: string,
  executionId: string,
) => Promise<{ readonly id: string; readonly machine: string; readonly url: string } | null>;

export interface CallSettings {
  readonly admission: Admission;
  readonly registry: Registry;
  readonly methods: Methods;
  readonly running: RunningCalls;
  readonly progressTimes?: ProgressTimes | undefined;
  /** Answers and refusals are redacted with it. */
  readonly redactorOf: RedactorOf;
  readonly approvalPage: ApprovalPage;
  /** The address of the page is known: only then can a client open it. */
  readonly pageHasAddress: () => boolean;
  readonly tasks: Tasks;
  /** An error that is no refusal was thrown: for the log. */
  readonly onDefect: (error: unknown, requestId: string) => void;
  /** A call was refused, in whatever form the answer has: for the metrics. */
  readonly onRefusal?: ((refusal: Refusal) => void) | undefined;
  /** A call changed something that pages show. Commands publish events of their own. */
  readonly onChanged?: ((caller: Caller) => void) | undefined;
  /** A client connects, with the name that it gives itself. */
  readonly onClient?: ((caller: Caller, name: string) => void) | undefined;
}

export interface CallRequest {
  readonly id: RpcId;
  readonly params: JsonObject;
  readonly era: Era;
  readonly admitted: Admitted;
  readonly incoming: Incoming;
  /** Ends only this call. */
  readonly abort: AbortController;
}

export async function callTool(settings: CallSettings, request: CallRequest): Promise<RpcReply> {
  const { id, params, era } = request;
  const { name, arguments: given } = meant(params);
  if (typeof name !== 'string') return failed(id, wrongShape('name must be a string'));
  if (given !== undefined && !isObject(given)) return failed(id, wrongShape('arguments must be an object'));
  const token = isObject(params._meta) ? params._meta.progressToken : undefined;
  if (token !== undefined && typeof token !== 'string' && !Number.isSafeInteger(token)) {
    return failed(id, wrongShape('progressToken must be a string or an integer'));
  }
  const tool = settings.registry.find(name);
  if (tool === undefined) return failed(id, wrongShape(`unknown tool: ${clip(name)}`));
  request.incoming.note?.({ tool: tool.name });
  try {
    const { members, meta } = await run(settings, request, tool, given, token as RpcId | undefined);
    return { json: writeResult(id, settings.methods.result(era, members, meta)), status: 200 };
  } catch (error) {
    if (error instanceof InputRequired) {
      return { json: writeResult(id, settings.methods.inputRequired(error.members)), status: 200 };
    }
    if (error instanceof OutlastsAnswer) {
      const made = await settings.tasks.created(callOf(settings, request, SILENT), error.executionId);
      return { json: writeResult(id, settings.methods.taskCreated(made)), status: 200 };
    }
    return explain(settings, request, error);
  }
}

/** A call through `synapse_more` is a call of the tool that it names, with every check. */
function meant({ name, arguments: given }: JsonObject): Pick<JsonObject, 'name' | 'arguments'> {
  if (name !== MORE_TOOL || !isObject(given) || given.tool === undefined) return { name, arguments: given };
  return { name: given.tool, arguments: given.arguments };
}

/** The context of a call that a handler gets. */
export function callOf(settings: CallSettings, request: CallRequest, progress: ProgressReport): ToolCall {
  const { params, era, admitted, incoming, abort } = request;
  const { caller } = admitted;
  const declared = declaredBy(era, params, incoming.session);
  const urls = declared.urls && settings.pageHasAddress();
  // A caller that may not read a task later gets none.
  const tasks = declared.tasks && settings.tasks.mayFollow(caller);
  const inAnswer = era === 'modern' && !tasks;
  return {
    caller,
    ip: incoming.ip,
    language: chooseLanguage(incoming.acceptLanguage, caller.language),
    requestId: incoming.requestId,
    client: callingClient(params),
    session: incoming.session ?? null,
    asText: incoming.answers === 'text',
    asks: { form: inAnswer && declared.forms, url: inAnswer && urls },
    showPage: era === 'legacy' && urls ? showPage(settings, request) : null,
    answered: era === 'modern' ? inputAnswer(params) : null,
    tasks,
    peeks: false,
    signal: abort.signal,
    progress: progress.report,
  };
}

/** Earlier revisions send the request on the stream of the call. The client's answer to it is ignored. */
function showPage(settings: CallSettings, { admitted, incoming }: CallRequest): ToolCall['showPage'] {
  const { openStream, requestId } = incoming;
  const { approvalPage } = settings;
  if (openStream === undefined) return null;
  const { userId } = admitted.caller;
  const language = chooseLanguage(incoming.acceptLanguage, admitted.caller.language);
  const show = async (executionId: string): Promise<void> => {
    const approval = await approvalPage(userId, executionId);
    if (approval === null) return;
    const { id, machine, url } = approval;
    const { method, params } = urlRequest(surfaceText('approval_page', language, { machine }), url);
    const asked = { ...(params as JsonObject), elicitationId: id };
    openStream().send(JSON.stringify({ jsonrpc: '2.0', id: `${KEY}-${id}`, method, params: asked }));
  };
  return (executionId) => void show(executionId).catch((error: unknown) => settings.onDefect(error, requestId));
}

interface Result {
  readonly members: string;
  readonly meta?: JsonObject | undefined;
}

async function run(
  settings: CallSettings,
  request: CallRequest,
  tool: Tool,
  given: unknown,
  token: RpcId | undefined,
): Promise<Result> {
  const { id, params, era, admitted, incoming, abort } = request;
  const { caller } = admitted;
  assertMayCall(tool, caller, given);
  const args = readArguments(tool, await tool.complete(given, caller.userId, null));
  const remove = settings.running.add({ tokenId: caller.tokenId, client: incoming.client, id }, abort);
  const progress = listen(settings, tool, args, token, incoming);
  const call = callOf(settings, request, progress);
  try {
    const answer = await answerOf(settings, tool, args, call, admitted);
    const { views } = declaredBy(era, params, incoming.session);
    const meta = views ? tool.view.meta?.(answer) : undefined;
    return { members: await membersOf(settings, tool, args, answer, caller, incoming.answers), meta };
  } finally {
    progress.stop();
    remove();
  }
}

/** Throws the refusal for a tool that this caller may not use. */
export function assertMayCall(tool: Tool, caller: Caller, given: unknown): void {
  if (!mayCall(tool, caller.scopes)) throw scopeRefusal(tool, caller.plan);
  // By their crews members get scopes that their plan lacks: those are for the machines of the crews alone.
  if (!mayCall(tool, grantableScopes(caller.plan)) && !isAboutCrews(given)) throw scopeRefusal(tool, caller.plan);
  if (tool.everyMachine && caller.machines != null) throw new Refusal('connection_limited');
}

/** Runs the tool: its answer, without secrets. */
export async function answerOf(
  settings: CallSettings,
  tool: Tool,
  args: Record<string, unknown>,
  call: ToolCall,
  { vaultVersion }: Pick<Admitted, 'vaultVersion'>,
): Promise<Record<string, unknown>> {
  const { caller } = call;
  // Only declared fields are sent: a field that the schema does not name is removed.
  const made = await tool.handler(args, call);
  const output = tool.answer.parse(made);
  const { readOnlyHint, openWorldHint } = tool.annotations;
  if (!readOnlyHint && !openWorldHint) settings.onChanged?.(caller);
  // Admission has read the vault's version. A tool that waits, or changes something, reads it again.
  const atOnce = readOnlyHint && tool.mayTakeSeconds(args) === 0;
  const version = atOnce ? vaultVersion : versionOf(made);
  return redactAnswer(tool.answer, output, personalWorkspaceId(caller.userId), settings.redactorOf, version);
}

/** An answer in the form that the client wants. */
export async function membersOf(
  settings: CallSettings,
  tool: Tool,
  args: Record<string, unknown>,
  answer: Record<string, unknown>,
  caller: Caller,
  form: AnswerForm | undefined,
): Promise<string> {
  // A script that asked for two hundred rows gets them, and so does a view.
  if (form !== 'text' || tool.view.appOnly) return successMembers(JSON.stringify(tool.json(answer, args)));
  const part = tool.part(answer, args);
  // Pieces that were apart may become a value where they meet.
  const redact = await settings.redactorOf(personalWorkspaceId(caller.userId));
  return textMembers(fitAnswer<unknown>(answer, part, (shown) => redact(tool.text(shown, args))));
}

function listen(
  settings: CallSettings,
  tool: Tool,
  args: Record<string, unknown>,
  token: RpcId | undefined,
  { openStream }: Incoming,
): ProgressReport {
  if (openStream === undefined) return SILENT;
  if (token === undefined && tool.mayTakeSeconds(args) <= LONG_SECONDS) return SILENT;
  return startProgress(openStream, token, settings.progressTimes);
}

/** Without the vault it is unknown what is secret, so only the code says what was wrong. */
const withheld = (): string => '…';

/** Statuses that a model cannot correct: sign in again, or retry later. */
const OF_THE_TRANSPORT: readonly number[] = [401, 429, 503];

/** The reply to an error that neither a model nor another request can correct; null for any other error. */
export async function transportReply(
  settings: CallSettings,
  { id, admitted, incoming }: CallRequest,
  error: unknown,
): Promise<RpcReply | null> {
  const { requestId } = incoming;
  if (error instanceof Refusal) settings.onRefusal?.(error);
  incoming.note?.({ code: error instanceof Refusal ? error.code : 'internal' });
  if (!(error instanceof Refusal) || !OF_THE_TRANSPORT.includes(error.status)) return null;
  try {
    if (error.status === 429) await settings.admission.release(admitted);
  } catch (defect) {
    settings.onDefect(defect, requestId);
  }
  return failed(id, refusalError(error, chooseLanguage(incoming.acceptLanguage, admitted.caller.language)));
}

/** What an error means to the caller: wait (HTTP), correct the call (a result), or a defect of ours. */
async function explain(settings: CallSettings, request: CallRequest, error: unknown): Promise<RpcReply> {
  const { id, era, abort } = request;
  const refused = await transportReply(settings, request, error);
  if (refused !== null) return refused;
  if (!(error instanceof Refusal) && abort.signal.aborted) return failed(id, CANCELLED_CALL);
  const { members, meta } = await refusalResult(settings, request, error);
  return { json: writeResult(id, settings.methods.result(era, members, meta)), status: 200 };
}

export const CANCELLED_CALL = { status: 200, code: CANCELLED, message: 'Request cancelled' } as const;

/** The result that tells a model what was wrong. */
export async function refusalResult(
  settings: CallSettings,
  { admitted, incoming }: CallRequest,
  error: unknown,
): Promise<Result> {
  const { requestId } = incoming;
  if (!(error instanceof Refusal)) settings.onDefect(error, requestId);
  const refusal = error instanceof Refusal ? error : new Refusal('internal', { request_id: requestId });
  const language = chooseLanguage(incoming.acceptLanguage, admitted.caller.language);
  const redact = await redactOrWithhold(settings, admitted.caller);
  return refusalMembers(refusal, language, redact, incoming.answers);
}

export function redactOrWithhold({ redactorOf }: CallSettings, { userId }: Caller): Promise<(text: string) => string> {
  return redactorOf(personalWorkspaceId(userId)).catch(() => withheld);
}
