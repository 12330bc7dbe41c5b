/** Replies to a failed request other than `tools/call` with the error that the protocol has for it. */
import { chooseLanguage, Refusal } from '@synapse/contract';
import { CANCELLED_CALL, type CallRequest, type CallSettings, redactOrWithhold, transportReply } from './call-tool.ts';
import { internalError, type RpcError } from './json-rpc.ts';
import { ProtocolFailure } from './protocol-failure.ts';
import { failed, type RpcReply } from './rpc-reply.ts';

/** `notFound`: the error for what is not there, or belongs to another user. */
export async function failureReply(
  settings: CallSettings,
  request: CallRequest,
  error: unknown,
  notFound: (refusal: Refusal, message: string) => RpcError,
): Promise<RpcReply> {
  const { id, admitted, incoming, abort } = request;
  if (error instanceof ProtocolFailure) return failed(id, error.error);
  const refused = await transportReply(settings, request, error);
  if (refused !== null) return refused;
  const language = chooseLanguage(incoming.acceptLanguage, admitted.caller.language);
  if (!(error instanceof Refusal)) {
    if (abort.signal.aborted) return failed(id, CANCELLED_CALL);
    settings.onDefect(error, incoming.requestId);
    return failed(id, internalError(incoming.requestId, language));
  }
  const redact = await redactOrWithhold(settings, admitted.caller);
  const message = redact(error.in(language));
  if (error.status === 404) return failed(id, notFound(error, message));
  return failed(id, { status: 200, code: error.status, message, data: { code: error.code } });
}
