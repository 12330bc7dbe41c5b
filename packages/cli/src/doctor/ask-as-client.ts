/** One request as an AI client would send it, and what is known of the answer. Never longer than a few seconds. */

import { networkReason } from '../network-reason.ts';

export interface Asked {
  readonly path: string;
  readonly method?: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
}

export type Heard =
  | { readonly answered: false; readonly reason: string }
  | {
      readonly answered: true;
      readonly status: number;
      readonly headers: Headers;
      /** Null if it is not a JSON object. */
      readonly json: Readonly<Record<string, unknown>> | null;
      /** The service's own name for what is wrong. Null: another program answered, or nothing is wrong. */
      readonly code: string | null;
    };

const ANSWER_MS = 8_000;
const ANSWER_BYTES = 64 * 1024;
const LIST_TOOLS = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });

/** Redirects are not followed: a client would lose its body or its header on the way. */
export async function askAsClient(base: string, { path, method = 'POST', headers = {} }: Asked): Promise<Heard> {
  try {
    const answer = await fetch(base + path, {
      method,
      redirect: 'manual',
      signal: AbortSignal.timeout(ANSWER_MS),
      headers: {
        accept: 'application/json, text/event-stream',
        ...(method === 'POST' ? { 'content-type': 'application/json' } : {}),
        ...headers,
      },
      ...(method === 'POST' ? { body: LIST_TOOLS } : {}),
    });
    const json = parsed(await beginning(answer));
    return { answered: true, status: answer.status, headers: answer.headers, json, code: codeIn(json) };
  } catch (error) {
    return { answered: false, reason: networkReason(error) };
  }
}

async function beginning(answer: Response): Promise<string> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of answer.body ?? []) {
    pieces.push(piece);
    size += piece.length;
    if (size > ANSWER_BYTES) break;
  }
  return Buffer.concat(pieces).toString('utf8');
}

function parsed(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

/** In a JSON-RPC error, or in a problem of REST. */
function codeIn(json: Readonly<Record<string, unknown>> | null): string | null {
  const { error, code } = (json ?? {}) as { error?: { data?: { code?: unknown } }; code?: unknown };
  const found = error?.data?.code ?? code;
  return typeof found === 'string' ? found : null;
}
