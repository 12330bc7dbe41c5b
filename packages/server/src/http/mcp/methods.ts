/** The methods that read nothing but the list of tools: pure answers, made once if possible. */
import type { Language } from '@synapse/contract';
import type { Caller } from '../../auth/caller.ts';
import { type Declared, extensionsFor, nameSession, TASKS_EXTENSION, UI_EXTENSION } from './declared.ts';
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
  readonly language: Language;
  readonly declared: Declared;
  /** As the request names it; undefined where it names none. */
  readonly revision: string | undefined;
}

export interface Methods {
  /** `session`: a name for the session that begins. */
  initialize(id: RpcId, params: JsonObject): { readonly json: string; readonly session: string } | RpcError;
  answer(era: Era, id: RpcId, method: string, params: JsonObject, asker: Asker): string | RpcError;
  /** A result of that revision, made from its own fields and its `_meta`. */
  result(era: Era, members: string, meta?: JsonObject): string;
  /** A result that wants an answer from the user of the client. Modern revisions alone have it. */
  inputRequired(members: string): string;
  /** A result that says that the call has become a task. */
  taskCreated(fields: JsonObject): string;
}

/** How long a client may cache an answer: the tools change with the token's scopes, the rest with a release. */
const TOOLS_TTL_MS = 60_000;
const DISCOVER_TTL_MS = 3600_000;
/** Before this revision, a title is an annotation. */
const TITLES_SINCE = '2025-06-18';

const CAPABILITIES = { tools: {}, prompts: {}, resources: {}, completions: {} };
const EXTENSIONS = { [UI_EXTENSION]: {}, [TASKS_EXTENSION]: {} };

export function createMethods(registry: Registry, serverInfo: ServerInfo, instructions: string): Methods {
  const info = JSON.stringify(serverInfo);
  const guide = JSON.stringify(instructions);
  const plainMeta = JSON.stringify({ [SERVER_KEY]: serverInfo });
  const discovered = result(
    'modern',
    `"supportedVersions":${JSON.stringify(MODERN_REVISIONS)},"capabilities":${JSON.stringify({ ...CAPABILITIES, extensions: EXTENSIONS })},` +
      `"instructions":${guide},"ttlMs":${DISCOVER_TTL_MS},"cacheScope":"public"`,
  );

  function result(era: Era, members: string, meta?: JsonObject): string {
    const own = members === '' ? [] : [members];
    if (era === 'legacy') return `{${[...own, ...(meta ? [`"_meta":${JSON.stringify(meta)}`] : [])].join(',')}}`;
    const full = meta === undefined ? plainMeta : JSON.stringify({ ...meta, [SERVER_KEY]: serverInfo });
    return `{${[...own, '"resultType":"complete"', `"_meta":${full}`].join(',')}}`;
  }

  function listTools(era: Era, id: RpcId, params: JsonObject, asker: Asker): string | RpcError {
    const { caller, toolset, answers, language, declared, revision } = asker;
    // Every list fits on one page, so no cursor was ever given out. Some clients write "none" as null or as empty text.
    if (params.cursor) return wrongShape('unknown cursor');
    const cache = era === 'modern' ? `,"ttlMs":${TOOLS_TTL_MS},"cacheScope":"private"` : '';
    const titled = era === 'modern' || (revision !== undefined && revision >= TITLES_SINCE);
    const list = registry.list(caller.scopes, { toolset, answers, language, views: declared.views, titled });
    return writeResult(id, result(era, `"tools":${list}${cache}`));
  }

  return {
    result,
    taskCreated: (fields) => `{${JSON.stringify(fields).slice(1, -1)},"resultType":"task","_meta":${plainMeta}}`,
    inputRequired: (members) => `{${members},"resultType":"input_required","_meta":${plainMeta}}`,
    initialize(id, { protocolVersion, capabilities }) {
      if (typeof protocolVersion !== 'string') return wrongShape('protocolVersion must be a string');
      const revision = negotiate(protocolVersion);
      const extensions = extensionsFor(capabilities);
      const own = JSON.stringify(extensions === undefined ? CAPABILITIES : { ...CAPABILITIES, extensions });
      const members = `"protocolVersion":${JSON.stringify(revision)},"capabilities":${own},"serverInfo":${info},"instructions":${guide}`;
      return { json: writeResult(id, `{${members}}`), session: nameSession(capabilities, revision) };
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
