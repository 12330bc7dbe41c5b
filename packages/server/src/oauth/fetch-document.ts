/**
 * Fetches the metadata document of an unknown client: within its time and size, from the public internet, and not
 * further.
 */
import type { lookup as systemLookup } from 'node:dns';
import { guardedLookup, isPrivateLiteral } from '../outbound/guarded-lookup.ts';
import { tameMetadata } from './client-metadata.ts';

export interface FetchOptions {
  /** Also from this computer and its network: only an administrator may allow that. */
  readonly allowPrivate: boolean;
  readonly lookup?: typeof systemLookup;
  readonly withinMs?: number;
}

/** Not by `import`, which would load Node's fetch client at every start: see http/node-http.ts. */
const { request } = process.getBuiltinModule('node:https');

const WITHIN_MS = 5_000;
export const DOCUMENT_BYTES = 64 * 1024;

/** In the form that the library wants: an answer that it may read, or an error. Redirects are not followed. */
export function createFetchDocument({ allowPrivate, lookup, withinMs = WITHIN_MS }: FetchOptions) {
  const checked = guardedLookup(allowPrivate, lookup);
  return async (url: string | URL): Promise<Response> => {
    const { href, hostname } = new URL(url);
    if (!allowPrivate && isPrivateLiteral(hostname)) throw new Error('an address of a private network');
    const { status, headers, text } = await get(href, checked, withinMs);
    return new Response(status === 200 ? tamed(text) : '', {
      status,
      headers: Object.entries(headers).flatMap(([name, value]) =>
        typeof value === 'string' && CACHING.includes(name) ? [[name, value] as [string, string]] : [],
      ),
    });
  };
}

/** How long the answer may be kept. Nothing else of its headers is used. */
const CACHING = ['cache-control', 'expires'];

interface Fetched {
  readonly status: number;
  readonly headers: NodeJS.Dict<string | string[]>;
  readonly text: string;
}

function get(url: string, lookup: ReturnType<typeof guardedLookup>, withinMs: number): Promise<Fetched> {
  return new Promise((resolve, reject) => {
    const call = request(url, {
      headers: { accept: 'application/json', 'user-agent': 'synapse' },
      lookup,
      // A connection of its own: what was looked up for one document is not used for another.
      agent: false,
      signal: AbortSignal.timeout(withinMs),
    });
    call.on('error', reject);
    call.once('response', (answer) => {
      const pieces: Buffer[] = [];
      let bytes = 0;
      answer.on('error', reject);
      answer.on('data', (piece: Buffer) => {
        bytes += piece.length;
        if (bytes > DOCUMENT_BYTES) answer.destroy(new Error('too long'));
        else pieces.push(piece);
      });
      answer.once('end', () =>
        resolve({
          status: answer.statusCode ?? 0,
          headers: answer.headers,
          text: Buffer.concat(pieces).toString(),
        }),
      );
    });
    call.end();
  });
}

/** A list of keys stays as it is. */
function tamed(text: string): string {
  const value: unknown = JSON.parse(text);
  const isDocument = typeof value === 'object' && value !== null && 'client_id' in value;
  return isDocument ? JSON.stringify(tameMetadata(value as Record<string, unknown>)) : text;
}
