/** Thrown where a request cannot be answered with a result: the error that the protocol has for it. */
import type { RpcError } from './json-rpc.ts';

export class ProtocolFailure extends Error {
  readonly error: RpcError;

  constructor(error: RpcError) {
    super(error.message);
    this.error = error;
  }
}
