/** The reply to one message: its answer, if it asked for one, and the HTTP status that it would have alone. */
import { isObject, type RpcError, type RpcId, writeError } from './json-rpc.ts';

export interface RpcReply {
  readonly json: string | null;
  readonly status: number;
  readonly retryAfter?: number | undefined;
  /** A name for the session that this answer begins. */
  readonly session?: string;
}

/** An error answer under the error's own status. */
export function failed(id: RpcId | null, error: RpcError): RpcReply {
  const retry = isObject(error.data) ? error.data.retry_after : undefined;
  return {
    json: writeError(id, error),
    status: error.status,
    retryAfter: typeof retry === 'number' ? retry : undefined,
  };
}
