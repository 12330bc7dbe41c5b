/** What an MCP client calls itself when it connects. */
import { isObject, type JsonObject } from './json-rpc.ts';
import { CLIENT_KEY } from './revision.ts';

const NAME_CHARS = 60;
/** The requests with which a client begins. Later ones would only repeat the name. */
const BEGINNINGS: readonly string[] = ['initialize', 'server/discover', 'tools/list'];

/** Null if this request does not begin anything, or the client does not say. */
export function clientName(method: string, params: JsonObject): string | null {
  if (!BEGINNINGS.includes(method)) return null;
  return nameOf(method === 'initialize' ? params.clientInfo : infoOf(params));
}

/** What a client calls itself in a call; only newer revisions tell it with each one. */
export function callingClient(params: JsonObject): string | null {
  return nameOf(infoOf(params));
}

const infoOf = (params: JsonObject): unknown => isObject(params._meta) && params._meta[CLIENT_KEY];

function nameOf(info: unknown): string | null {
  if (!isObject(info)) return null;
  const name = [info.title, info.name].find((text) => typeof text === 'string' && text.trim() !== '');
  return typeof name === 'string' ? name.trim().slice(0, NAME_CHARS) : null;
}
