/** Every method but `tools/call`: pure answers, made once if possible. */
import type { Caller } from '../../auth/caller.ts';
import {
  clip,
  type JsonObject,
  METHOD_NOT_FOUND,
  type RpcError,
  type RpcId,
  writeResult,
  wrongShape,
} from './json-rpc.ts';
import type { AnswerForm, Registry, Toolset } from './registry.ts';
import { type Era, MODERN_REVISIONS, negotiate, SERVER_KEY } from './revision.ts';

export interface ServerInfo {
  readonly name: string;
  readonly title: string;
  readonly version: string;
}

/** Whose scopes decide what is listed, and how much of it was asked for. */
export interface Asker {
  readonly caller: Caller;
  readonly toolset: Toolset;
  readonly answers: AnswerForm;
}

export interface Methods {
  initialize(id: RpcId, params: JsonObject): string | RpcError;
  answer(era: Era, id: RpcId, method: string, params: JsonObject, asker: Asker): string | RpcError;
  /** A result of that revision, made from its own fields and its `_meta`. */
  result(era: Era, members: string, meta?: JsonObject): string;
  /** A result that wants an answer from the user of the client. Modern revisions alone have it. */
  inputRequired(members: string): string;
}

/** How long a client may cache an answer: the tools change with the token's scopes, the rest with a release. */
const TOOLS_TTL_MS = 60_000;
const DISCOVER_TTL_MS = 3600_000;

const CAPABILITIES = '{"tools":{}}';

export function createMethods(registry: Registry, serverInfo: ServerInfo, instructions: string): Methods {
  const info = JSON.stringify(serverInfo);
  const guide = JSON.stringify(instructions);
  const plainMeta = JSON.stringify({ [SERVER_KEY]: serverInfo });
  const discovered = result(
    'modern',
    `"supportedVersions":${JSON.stringify(MODERN_REVISIONS)},"capabilities":${CAPABILITIES},"instructions":${guide},` +
      `"ttlMs":${DISCOVER_TTL_MS},"cacheScope":"public"`,
  );

  function result(era: Era, members: string, meta?: JsonObject): string {
    if (era === 'legacy') return `{${meta === undefined ? members : `${members},"_meta":${JSON.stringify(meta)}`}}`;
    const full = meta === undefined ? plainMeta : JSON.stringify({ ...meta, [SERVER_KEY]: serverInfo });
    return `{${members},"resultType":"complete","_meta":${full}}`;
  }

  function listTools(era: Era, id: RpcId, params: JsonObject, { caller, toolset, answers }: Asker): string | RpcError {
    // Every list fits on one page, so no cursor was ever given out. Some clients write "none" as null or as empty text.
    if (params.cursor) return wrongShape('unknown cursor');
    const cache = era === 'modern' ? `,"ttlMs":${TOOLS_TTL_MS},"cacheScope":"private"` : '';
    return writeResult(id, result(era, `"tools":${registry.list(caller.scopes, toolset, answers)}${cache}`));
  }

  return {
    result,
    inputRequired: (members) => `{${members},"resultType":"input_required","_meta":${plainMeta}}`,
    initialize(id, { protocolVersion }) {
      if (typeof protocolVersion !== 'string') return wrongShape('protocolVersion must be a string');
      const version = JSON.stringify(negotiate(protocolVersion));
      const members = `"protocolVersion":${version},"capabilities":${CAPABILITIES},"serverInfo":${info},"instructions":${guide}`;
      return writeResult(id, `{${members}}`);
    },
    answer(era, id, method, params, asker) {
      if (method === 'tools/list') return listTools(era, id, params, asker);
      if (method === 'ping' && era === 'legacy') return writeResult(id, '{}');
      if (method === 'server/discover' && era === 'modern') return writeResult(id, discovered);
      return methodNotFound(method, era);
    },
  };
}

/** 2026-07-28 requires 404. Earlier revisions send any answer under 200. */
export function methodNotFound(method: string, era: Era): RpcError {
  return { status: era === 'modern' ? 404 : 200, code: METHOD_NOT_FOUND, message: `Method not found: ${clip(method)}` };
}
