/** Which MCP revision a request uses, and whether it is well-formed in that revision. */
import {
  clip,
  HEADER_MISMATCH,
  INVALID_PARAMS,
  invalidRequest,
  isObject,
  type JsonObject,
  type RpcError,
  type RpcRequest,
  UNSUPPORTED_VERSION,
} from './json-rpc.ts';

/** Revisions that begin with `initialize`, newest first. */
const LEGACY_REVISIONS = ['2025-11-25', '2025-06-18', '2025-03-26'] as const;
/** Revisions without a session: every request stands alone. */
export const MODERN_REVISIONS = ['2026-07-28'] as const;
/** The one revision that has JSON-RPC batches. It is also assumed when no header says otherwise. */
const BATCH_REVISION = '2025-03-26';

const VERSION_KEY = 'io.modelcontextprotocol/protocolVersion';
export const CAPABILITIES_KEY = 'io.modelcontextprotocol/clientCapabilities';
export const CLIENT_KEY = 'io.modelcontextprotocol/clientInfo';
export const SERVER_KEY = 'io.modelcontextprotocol/serverInfo';

/** The request headers that MCP defines. One that is sent twice arrives joined by a comma and matches nothing. */
export interface ProtocolHeaders {
  readonly protocolVersion: string | undefined;
  readonly method: string | undefined;
  readonly name: string | undefined;
}

export type Era = 'legacy' | 'modern';

/** Which kind of revision a request uses, or why it is refused. The body decides; the headers must agree with it. */
export function eraOf(request: RpcRequest, headers: ProtocolHeaders): Era | RpcError {
  const meta = isObject(request.params) && isObject(request.params._meta) ? request.params._meta : undefined;
  if (meta !== undefined && Object.hasOwn(meta, VERSION_KEY)) return checkModern(request, meta, headers) ?? 'modern';
  const named = headers.protocolVersion;
  if (named !== undefined && MODERN_REVISIONS.some((revision) => revision === named)) {
    if (request.method === 'initialize') return mismatch(`initialize is not a method of revision ${named}`);
    const missing = meta === undefined ? ['_meta'] : missingKeys(meta);
    return {
      status: 400,
      code: INVALID_PARAMS,
      message: `Invalid params: revision ${named} needs ${missing.join(', ')} in every request`,
      data: { missing },
    };
  }
  // `initialize` negotiates, whatever a header says.
  return request.method === 'initialize' ? 'legacy' : (checkLegacyVersion(named) ?? 'legacy');
}

/** Only one revision has batches. */
export function checkBatchRevision(version: string | undefined): RpcError | null {
  if (version === undefined || version === BATCH_REVISION) return null;
  return invalidRequest(`batches are part of revision ${BATCH_REVISION} only`);
}

/** What `initialize` answers: the requested revision if it is supported, otherwise the newest that has `initialize`. */
export function negotiate(requested: string): string {
  return LEGACY_REVISIONS.find((revision) => revision === requested) ?? LEGACY_REVISIONS[0];
}

function checkLegacyVersion(version: string | undefined): RpcError | null {
  return version === undefined || LEGACY_REVISIONS.some((revision) => revision === version)
    ? null
    : unsupported(version, [...MODERN_REVISIONS, ...LEGACY_REVISIONS]);
}

function checkModern(request: RpcRequest, meta: JsonObject, headers: ProtocolHeaders): RpcError | null {
  const problem = envelopeProblem(meta);
  if (problem !== null) return { status: 400, code: INVALID_PARAMS, message: `Invalid params: ${problem}` };
  const version = meta[VERSION_KEY] as string;
  if (headers.protocolVersion !== undefined && headers.protocolVersion !== version) {
    return mismatch('MCP-Protocol-Version and the protocol version of the body differ');
  }
  if (headers.method !== undefined && headers.method !== request.method) {
    return mismatch('Mcp-Method and the method of the body differ');
  }
  if (!MODERN_REVISIONS.some((revision) => revision === version)) return unsupported(version, MODERN_REVISIONS);
  if (headers.protocolVersion === undefined) return mismatch('the header MCP-Protocol-Version is missing');
  if (headers.method === undefined) return mismatch('the header Mcp-Method is missing');
  return checkName(request, headers.name);
}

/** What `Mcp-Name` repeats of a request, so that proxies can route without reading bodies. */
const NAMED_BY: Readonly<Record<string, string>> = {
  'tools/call': 'name',
  'prompts/get': 'name',
  'resources/read': 'uri',
  'tasks/get': 'taskId',
  'tasks/update': 'taskId',
  'tasks/cancel': 'taskId',
};

function checkName(request: RpcRequest, header: string | undefined): RpcError | null {
  const member = Object.hasOwn(NAMED_BY, request.method) ? NAMED_BY[request.method] : undefined;
  if (member === undefined || !isObject(request.params)) return null;
  const name = request.params[member];
  if (header === undefined) return typeof name === 'string' ? mismatch('the header Mcp-Name is missing') : null;
  const decoded = decodeHeader(header);
  if (decoded === null) return mismatch('the header Mcp-Name is not valid Base64');
  return typeof name === 'string' && decoded !== name
    ? mismatch(`Mcp-Name and the ${member} of the body differ`)
    : null;
}

/** A value that no header can carry as it is comes as `=?base64?…?=`. */
function decodeHeader(value: string): string | null {
  if (!value.startsWith('=?base64?') || !value.endsWith('?=')) return value;
  const encoded = value.slice('=?base64?'.length, -'?='.length);
  const bytes = Buffer.from(encoded, 'base64');
  if (bytes.toString('base64') !== encoded) return null;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

function envelopeProblem(meta: JsonObject): string | null {
  if (typeof meta[VERSION_KEY] !== 'string') return `${VERSION_KEY} must be a string`;
  if (!isObject(meta[CAPABILITIES_KEY])) return `${CAPABILITIES_KEY} must be an object`;
  const client = meta[CLIENT_KEY];
  if (client === undefined) return null;
  const named = isObject(client) && typeof client.name === 'string' && typeof client.version === 'string';
  return named ? null : `${CLIENT_KEY} must have a name and a version`;
}

function missingKeys(meta: JsonObject): string[] {
  return [VERSION_KEY, CAPABILITIES_KEY].filter((key) => !Object.hasOwn(meta, key));
}

function mismatch(message: string): RpcError {
  return { status: 400, code: HEADER_MISMATCH, message: `Header mismatch: ${message}` };
}

function unsupported(requested: string, supported: readonly string[]): RpcError {
  return {
    status: 400,
    code: UNSUPPORTED_VERSION,
    message: 'Unsupported protocol version',
    data: { supported, requested: clip(requested) },
  };
}
