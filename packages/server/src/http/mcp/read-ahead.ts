/**
 * What a call needs is read while its caller is let in, so that two waits for the database are one. It is read for whom
 * the credential belonged to at its last call. Nobody is told of it before the caller was let in, as the same one.
 */
import { isDeepStrictEqual } from 'node:util';
import type { Admission, Credential } from '../../admission/admit.ts';
import type { Caller } from '../../auth/caller.ts';
import { isObject, type RpcMessage } from './json-rpc.ts';
import { mayCall, type Registry } from './registry.ts';
import type { Tool } from './tool.ts';
import { readArguments } from './tool-answer.ts';

/** For one call of this tool by this caller. */
export interface Ahead {
  readonly tool: Tool;
  readonly caller: Caller;
  readonly read: Promise<unknown>;
}

export interface ReadAheadSettings {
  readonly admission: Pick<Admission, 'guess'>;
  readonly registry: Pick<Registry, 'find'>;
}

/** Null where there is nothing to read, or nobody known to read it for. */
export function readAhead(
  { admission, registry }: ReadAheadSettings,
  message: RpcMessage,
  credential: Credential,
): Ahead | null {
  if (message.kind !== 'request' || message.method !== 'tools/call' || !isObject(message.params)) return null;
  const { name, arguments: given } = message.params;
  const tool = typeof name === 'string' ? registry.find(name) : undefined;
  if (tool?.ahead === undefined || (given !== undefined && !isObject(given))) return null;
  const caller = admission.guess(credential);
  if (caller === null || !mayCall(tool, caller.scopes)) return null;
  try {
    const read = tool.ahead(readArguments(tool, given), caller);
    read.catch(() => undefined);
    return { tool, caller, read };
  } catch {
    // What is wrong with the arguments is told when the caller is known.
    return null;
  }
}

/** What was read for this call. Undefined: nothing was, or for another caller, or that failed. */
export async function readBefore(ahead: Ahead | null, tool: Tool, caller: Caller): Promise<unknown> {
  if (ahead === null || ahead.tool !== tool || !isDeepStrictEqual(ahead.caller, caller)) return undefined;
  return ahead.read.catch(() => undefined);
}
