/** JSON-RPC 2.0 as MCP narrows it: what a body says, and how answers are written. */
import { type Language, Refusal } from '@synapse/contract';

export type RpcId = string | number;

export const PARSE_ERROR = -32700;
const INVALID_REQUEST = -32600;
export const METHOD_NOT_FOUND = -32601;
export const INVALID_PARAMS = -32602;
export const INTERNAL_ERROR = -32603;
/** MCP 2026-07-28. */
export const HEADER_MISMATCH = -32020;
export const MISSING_CAPABILITY = -32021;
export const UNSUPPORTED_VERSION = -32022;
/** Until 2025-11-25; later it is a wrong parameter. */
export const RESOURCE_NOT_FOUND = -32002;
/** Ours, outside the range that JSON-RPC reserves. */
export const CANCELLED = -32800;

/** An error that the protocol itself defines, with the HTTP status it is sent under. */
export interface RpcError {
  readonly status: number;
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}

export interface RpcRequest {
  readonly kind: 'request';
  readonly id: RpcId;
  readonly method: string;
  /** As sent; `undefined` where the message has none. */
  readonly params: unknown;
}

export type RpcMessage =
  | RpcRequest
  | { readonly kind: 'notification'; readonly method: string; readonly params: unknown }
  | { readonly kind: 'response' }
  | { readonly kind: 'invalid'; readonly id: RpcId | null; readonly error: RpcError };

export type JsonObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const MESSAGE_KEYS = spellings('jsonrpc', 'id', 'method', 'params', 'result', 'error');
const PARAMS_KEYS = spellings(
  'name',
  'arguments',
  '_meta',
  'cursor',
  'uri',
  'ref',
  'argument',
  'taskId',
  'protocolVersion',
  'capabilities',
  'clientInfo',
  'requestId',
  'reason',
);

export function invalidRequest(message: string): RpcError {
  return { status: 400, code: INVALID_REQUEST, message: `Invalid Request: ${message}` };
}

/** Params of the wrong shape: an ordinary answer, so it is sent under 200. */
export function wrongShape(message: string): RpcError {
  return { status: 200, code: INVALID_PARAMS, message: `Invalid params: ${message}` };
}

/** Reads one message. A key that differs from a known one in case only could be read in two ways: refused. */
export function readMessage(value: unknown): RpcMessage {
  if (!isObject(value)) return invalid(null, 'a message is a JSON object');
  const id = isId(value.id) ? value.id : null;
  const variant =
    findVariant(value, MESSAGE_KEYS) ?? (isObject(value.params) ? findVariant(value.params, PARAMS_KEYS) : null);
  if (variant !== null) return invalid(id, `unknown spelling of a key: ${clip(variant)}`);
  if (value.jsonrpc !== '2.0') return invalid(id, 'jsonrpc must be "2.0"');
  const hasMethod = Object.hasOwn(value, 'method');
  const isAnswer = Object.hasOwn(value, 'result') || Object.hasOwn(value, 'error');
  if (hasMethod === isAnswer) return invalid(id, 'a message has either a method or a result');
  if (!Object.hasOwn(value, 'id')) {
    if (isAnswer) return invalid(null, 'an answer needs an id');
    if (typeof value.method !== 'string') return invalid(null, 'method must be a string');
    return { kind: 'notification', method: value.method, params: value.params };
  }
  if (id === null) return invalid(null, 'id must be a string or an integer');
  if (isAnswer) return { kind: 'response' };
  if (typeof value.method !== 'string') return invalid(id, 'method must be a string');
  return { kind: 'request', id, method: value.method, params: value.params };
}

function invalid(id: RpcId | null, message: string): RpcMessage {
  return { kind: 'invalid', id, error: invalidRequest(message) };
}

function isId(value: unknown): value is RpcId {
  return typeof value === 'string' || Number.isSafeInteger(value);
}

interface Spellings {
  readonly exact: ReadonlySet<string>;
  readonly folded: ReadonlySet<string>;
}

function spellings(...keys: string[]): Spellings {
  return { exact: new Set(keys), folded: new Set(keys.map(fold)) };
}

/** To upper case, then to lower: this also folds letters such as ſ and the Kelvin sign. */
function fold(key: string): string {
  return key.toUpperCase().toLowerCase();
}

function findVariant(object: JsonObject, { exact, folded }: Spellings): string | null {
  for (const key of Object.keys(object)) {
    if (!exact.has(key) && folded.has(fold(key))) return key;
  }
  return null;
}

/** Foreign text inside a message of ours is kept short. */
export function clip(text: string): string {
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}

export function writeResult(id: RpcId, resultJson: string): string {
  return `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${resultJson}}`;
}

export function writeError(id: RpcId | null, error: Omit<RpcError, 'status'>): string {
  const { code, message, data } = error;
  return JSON.stringify({
    jsonrpc: '2.0',
    id,
    error: data === undefined ? { code, message } : { code, message, data },
  });
}

/** A refusal of the transport: its HTTP status is also its code, far outside JSON-RPC's own range. */
export function refusalError(refusal: Refusal, language: Language): RpcError {
  const { code, status, retryAfter } = refusal;
  return {
    status,
    code: status,
    message: refusal.in(language),
    data: {
      code,
      ...(retryAfter !== undefined && { retry_after: retryAfter }),
      ...(refusal.fields.length > 0 && {
        detail: refusal
          .fieldsIn(language)
          .map(({ problem }) => problem)
          .join('; '),
      }),
    },
  };
}

/** A defect of ours: the reference leads to the log, and only the log has the error's text. */
export function internalError(requestId: string, language: Language): RpcError {
  const refusal = new Refusal('internal', { request_id: requestId });
  return { status: refusal.status, code: INTERNAL_ERROR, message: refusal.in(language), data: { code: 'internal' } };
}
