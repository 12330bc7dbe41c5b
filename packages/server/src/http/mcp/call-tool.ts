/** `tools/call`: find the tool, check its scope and arguments, run it, write its result. */
import { chooseLanguage, Refusal } from '@synapse/contract';
import type { Admission, Admitted } from '../../admission/admit.ts';
import type { Caller } from '../../auth/caller.ts';
import { versionOf } from '../../vault/redacted-with.ts';
import { type RedactorOf, redactAnswer } from '../redact-answer.ts';
import { callingClient } from './client-name.ts';
import type { Incoming } from './incoming.ts';
import { elicits, InputRequired, inputAnswer } from './input-required.ts';
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
import { failed, type Outcome } from './outcome.ts';
import { type ProgressReport, type ProgressTimes, SILENT, startProgress } from './progress.ts';
import { mayCall, type Registry } from './registry.ts';
import type { Era } from './revision.ts';
import type { RunningCalls } from './running-calls.ts';
import type { Tool, ToolCall } from './tool.ts';
import { readArguments, refusalMembers, scopeRefusal, successMembers, textMembers } from './tool-answer.ts';

/** A call that may take longer is answered as a stream, if the client can read one. */
const LONG_SECONDS = 15;

export interface CallSettings {
  readonly admission: Admission;
  readonly registry: Registry;
  readonly methods: Methods;
  readonly running: RunningCalls;
  readonly progressTimes?: ProgressTimes | undefined;
  /** No assistant is ever told a secret, wherever it was written. */
  readonly redactorOf: RedactorOf;
  /** An error that is no refusal was thrown: for the log. */
  readonly onDefect: (error: unknown, requestId: string) => void;
  /** A call was refused, in whatever form the answer has: for the metrics. */
  readonly onRefusal?: ((refusal: Refusal) => void) | undefined;
  /** A call changed something that pages show. Commands tell that by themselves. */
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

export async function callTool(settings: CallSettings, request: CallRequest): Promise<Outcome> {
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
    const members = await run(settings, request, tool, given, token as RpcId | undefined);
    return { json: writeResult(id, settings.methods.result(era, members)), status: 200 };
  } catch (error) {
    if (error instanceof InputRequired) {
      return { json: writeResult(id, settings.methods.inputRequired(error.members)), status: 200 };
    }
    return explain(settings, request, error);
  }
}

/** A call through `synapse_more` is a call of the tool that it names, with every check. */
function meant({ name, arguments: given }: JsonObject): Pick<JsonObject, 'name' | 'arguments'> {
  if (name !== MORE_TOOL || !isObject(given) || given.tool === undefined) return { name, arguments: given };
  return { name: given.tool, arguments: given.arguments };
}

async function run(
  settings: CallSettings,
  { id, params, era, admitted, incoming, abort }: CallRequest,
  tool: Tool,
  given: unknown,
  token: RpcId | undefined,
): Promise<string> {
  const { caller } = admitted;
  if (!mayCall(tool, caller.scopes)) throw scopeRefusal(tool, caller.plan);
  if (tool.everyMachine && caller.machines != null) throw new Refusal('connection_limited');
  const args = readArguments(tool, given);
  const remove = settings.running.add({ tokenId: caller.tokenId, client: incoming.client, id }, abort);
  const progress = listen(settings, tool, args, token, incoming);
  const call: ToolCall = {
    caller,
    ip: incoming.ip,
    language: chooseLanguage(incoming.acceptLanguage, caller.language),
    requestId: incoming.requestId,
    client: callingClient(params),
    session: incoming.session ?? null,
    elicits: era === 'modern' && elicits(params),
    answered: era === 'modern' ? inputAnswer(params) : null,
    signal: abort.signal,
    progress: progress.report,
  };
  try {
    // Only declared fields are sent: a field that the output schema does not name is removed.
    const made = await tool.handler(args, call);
    const output = tool.output.parse(made);
    const { readOnlyHint, openWorldHint } = tool.annotations;
    if (!readOnlyHint && !openWorldHint) settings.onChanged?.(caller);
    // The one look at the door has told the vault's version. What waits, or changes something, asks for it anew.
    const atOnce = tool.annotations.readOnlyHint && tool.mayTakeSeconds(args) === 0;
    const version = atOnce ? admitted.vaultVersion : versionOf(made);
    const answer = await redactAnswer(tool.output, output, caller.userId, settings.redactorOf, version);
    if (incoming.answers !== 'text') return successMembers(tool.json(answer, args));
    // Pieces that were apart may become a value where they meet.
    const redact = await settings.redactorOf(caller.userId);
    return textMembers(redact(tool.text(answer, args)));
  } finally {
    progress.stop();
    remove();
  }
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

/** Without the vault nobody knows what is secret, so only the code says what was wrong. */
const withheld = (): string => '…';

/** A model cannot fix these: sign in again, or come back later. */
const OF_THE_TRANSPORT: readonly number[] = [401, 429, 503];

/** What an error means to the caller: wait (HTTP), correct the call (a result), or a defect of ours. */
async function explain(
  settings: CallSettings,
  { id, era, admitted, incoming, abort }: CallRequest,
  error: unknown,
): Promise<Outcome> {
  const { requestId } = incoming;
  if (error instanceof Refusal) settings.onRefusal?.(error);
  incoming.note?.({ code: error instanceof Refusal ? error.code : 'internal' });
  const language = chooseLanguage(incoming.acceptLanguage, admitted.caller.language);
  if (error instanceof Refusal && OF_THE_TRANSPORT.includes(error.status)) {
    try {
      if (error.status === 429) await settings.admission.giveBack(admitted);
    } catch (defect) {
      settings.onDefect(defect, requestId);
    }
    return failed(id, refusalError(error, language));
  }
  if (!(error instanceof Refusal)) {
    if (abort.signal.aborted) return failed(id, { status: 200, code: CANCELLED, message: 'Request cancelled' });
    settings.onDefect(error, requestId);
  }
  const refusal = error instanceof Refusal ? error : new Refusal('internal', { request_id: requestId });
  const redact = await settings.redactorOf(admitted.caller.userId).catch(() => withheld);
  const { members, meta } = refusalMembers(refusal, language, redact, incoming.answers);
  return { json: writeResult(id, settings.methods.result(era, members, meta)), status: 200 };
}
