/** Answers the methods about prompts, resources and completion. */
import { Refusal, type Scope } from '@synapse/contract';
import { personalWorkspaceId } from '../../ids.ts';
import { type CallRequest, type CallSettings, callOf } from './call-tool.ts';
import { declaredBy } from './declared.ts';
import { failureReply } from './failure-reply.ts';
import {
  clip,
  INVALID_PARAMS,
  isObject,
  type JsonObject,
  RESOURCE_NOT_FOUND,
  type RpcError,
  writeResult,
  wrongShape,
} from './json-rpc.ts';
import type { Library, Reader } from './library.ts';
import { SILENT } from './progress.ts';
import { ProtocolFailure } from './protocol-failure.ts';
import type { Era } from './revision.ts';
import type { RpcReply } from './rpc-reply.ts';

type Answer = (library: Library, reader: Reader, params: JsonObject) => Promise<JsonObject>;

/** The scope of all of them; a view needs only the scopes of its tools. */
const SCOPE: Scope = 'mcp:read';
const VIEWS = 'ui://';
/** How many a list shows at once. */
const PAGE = 200;
/** The protocol's own bound. */
const MOST_COMPLETIONS = 100;
const URI_CHARS = 1_000;
const VALUE_CHARS = 1_000;
/** Lists change with what the person does elsewhere; a reading is of the moment. */
const LIST_TTL_MS = 30_000;

const ANSWERS: Readonly<Record<string, { readonly answer: Answer; readonly ttlMs?: number }>> = {
  'prompts/list': {
    ttlMs: LIST_TTL_MS,
    answer: async ({ prompts }, reader, params) =>
      paged('prompts', mayRead(reader) ? await prompts.list(reader) : [], params),
  },
  'prompts/get': { answer: getPrompt },
  'resources/list': {
    ttlMs: LIST_TTL_MS,
    answer: async ({ resources }, reader, params) => paged('resources', await resources.list(reader), params),
  },
  'resources/templates/list': {
    ttlMs: LIST_TTL_MS,
    answer: async ({ resources }, reader, params) =>
      paged('resourceTemplates', mayRead(reader) ? resources.templates(reader) : [], params),
  },
  'resources/read': { ttlMs: 0, answer: readResource },
  'completion/complete': { answer: complete },
};

export const READ_METHODS: readonly string[] = Object.keys(ANSWERS);

export async function serveRead(
  settings: CallSettings,
  library: Library,
  method: string,
  request: CallRequest,
): Promise<RpcReply> {
  const { id, params, era, admitted, incoming } = request;
  const { answer, ttlMs } = ANSWERS[method]!;
  try {
    const call = { ...callOf(settings, request, SILENT), peeks: true };
    const redact = await settings.redactorOf(personalWorkspaceId(admitted.caller.userId));
    const { views } = declaredBy(era, params, incoming.session);
    const result = await answer(library, { call, redact, vaultVersion: admitted.vaultVersion, views }, params);
    const cached = era === 'modern' && ttlMs !== undefined ? { ttlMs, cacheScope: 'private' } : {};
    const members = JSON.stringify({ ...result, ...cached }).slice(1, -1);
    return { json: writeResult(id, settings.methods.result(era, members)), status: 200 };
  } catch (error) {
    return failureReply(settings, request, error, ({ code }, message) => notFound(method, params, era, code, message));
  }
}

export const mayRead = ({ call }: Reader): boolean => call.caller.scopes.includes(SCOPE);

function assertMayRead(reader: Reader): void {
  if (!mayRead(reader)) throw new Refusal('scope_missing', { scope: SCOPE });
}

/** A resource that is not there has an error of its own before 2026-07-28; anything else is a wrong parameter. */
function notFound(method: string, { uri }: JsonObject, era: Era, code: string, message: string): RpcError {
  const isResource = method === 'resources/read';
  return {
    status: 200,
    code: isResource && era === 'legacy' ? RESOURCE_NOT_FOUND : INVALID_PARAMS,
    message,
    data: isResource ? { uri, code } : { code },
  };
}

/** A cursor is where the next page begins. */
function paged(member: string, all: readonly object[], { cursor }: JsonObject): JsonObject {
  const from = cursor ? Number(/^[1-9]\d{0,6}$/.exec(String(cursor))?.[0] ?? Number.NaN) : 0;
  if (Number.isNaN(from) || (from > 0 && from >= all.length)) throw wrong('unknown cursor');
  const next = from + PAGE;
  return { [member]: all.slice(from, next), ...(next < all.length && { nextCursor: String(next) }) };
}

async function getPrompt({ prompts }: Library, reader: Reader, params: JsonObject): Promise<JsonObject> {
  const { name, arguments: args = {} } = params;
  if (typeof name !== 'string') throw wrong('name must be a string');
  if (!isObject(args)) throw wrong('arguments must be an object');
  assertMayRead(reader);
  const prompt = await prompts.get(reader, name, args);
  if (prompt === null) throw wrong(`unknown prompt: ${clip(name)}`);
  const { description, text } = prompt;
  return { description, messages: [{ role: 'user', content: { type: 'text', text } }] };
}

async function readResource({ resources }: Library, reader: Reader, { uri }: JsonObject): Promise<JsonObject> {
  if (typeof uri !== 'string') throw wrong('uri must be a string');
  if (!uri.startsWith(VIEWS)) assertMayRead(reader);
  const content = uri.length > URI_CHARS ? null : await resources.read(reader, uri);
  if (content === null) throw new Refusal('not_found');
  return { contents: [{ uri, ...content }] };
}

async function complete({ prompts, resources }: Library, reader: Reader, params: JsonObject): Promise<JsonObject> {
  const { ref, argument } = params;
  if (!isObject(ref)) throw wrong('ref must be an object');
  if (!isObject(argument) || typeof argument.name !== 'string' || typeof argument.value !== 'string') {
    throw wrong('argument must have a name and a value');
  }
  const { name, value } = argument;
  if (value.length > VALUE_CHARS) throw wrong('the value is too long');
  if (!mayRead(reader)) return { completion: { values: [], total: 0, hasMore: false } };
  const found = await offered(ref, name, value);
  if (found === null) throw wrong('ref or argument is unknown');
  const values = found.slice(0, MOST_COMPLETIONS);
  return { completion: { values, total: found.length, hasMore: found.length > values.length } };

  function offered({ type, name: prompt, uri }: JsonObject, of: string, typed: string): Promise<string[] | null> {
    if (type === 'ref/prompt' && typeof prompt === 'string') return prompts.complete(reader, prompt, of, typed);
    if (type === 'ref/resource' && typeof uri === 'string') return resources.complete(reader, uri, of, typed);
    throw wrong('ref must be a prompt or a resource template');
  }
}

const wrong = (message: string): ProtocolFailure => new ProtocolFailure(wrongShape(message));
