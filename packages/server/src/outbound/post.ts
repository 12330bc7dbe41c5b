/**
 * Sends one message to an address that a user has named: within its time, to where the name really leads, and no
 * further.
 */
import { lookup as systemLookup } from 'node:dns';
import { because, type Wording } from '@synapse/contract';
import { guardedLookup, isPrivateLiteral, PrivateAddress } from './guarded-lookup.ts';

export interface Message {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Null: it arrived. Else why not. Never rejects. */
export type Post = (message: Message) => Promise<Wording | null>;

export interface PostOptions {
  readonly allowPrivate: boolean;
  readonly lookup?: typeof systemLookup;
  readonly withinMs?: number;
}

const WITHIN_MS = 10_000;

/** Not by `import`, which would load Node's fetch client at every start: see http/node-http.ts. */
const { request: plainRequest } = process.getBuiltinModule('node:http');
const { request: tlsRequest } = process.getBuiltinModule('node:https');

export function createPost({ allowPrivate, lookup = systemLookup, withinMs = WITHIN_MS }: PostOptions): Post {
  const checked = guardedLookup(allowPrivate, lookup);
  return ({ url, headers, body }) =>
    new Promise((resolve) => {
      const { protocol, hostname } = new URL(url);
      if (!allowPrivate && isPrivateLiteral(hostname)) return resolve(because('notify_private', { host: hostname }));
      const send = protocol === 'https:' ? tlsRequest : plainRequest;
      const call = send(url, {
        method: 'POST',
        headers: { ...headers, 'content-length': Buffer.byteLength(body), 'user-agent': 'synapse' },
        lookup: checked,
        // A connection of its own: what was looked up for one message is not used for another.
        agent: false,
        signal: AbortSignal.timeout(withinMs),
      });
      call.once('response', (answer) => {
        answer.on('error', () => undefined);
        // What it has to say is not read: the status is the answer.
        answer.destroy();
        resolve(problemOf(answer.statusCode ?? 0));
      });
      call.on('error', (error: NodeJS.ErrnoException) => resolve(reasonOf(error, hostname)));
      call.end(body);
    });
}

/** Redirects are not followed: they may lead to a private address. */
function problemOf(status: number): Wording | null {
  if (status >= 200 && status < 300) return null;
  return because(status >= 300 && status < 400 ? 'notify_redirect' : 'notify_status', { status });
}

function reasonOf(error: NodeJS.ErrnoException, host: string): Wording {
  if (error instanceof PrivateAddress) return because('notify_private', { host });
  if (error.name === 'TimeoutError' || error.name === 'AbortError') return because('no_answer_in_time');
  const detail = error.code ?? 'error';
  return { fr: detail, en: detail };
}
