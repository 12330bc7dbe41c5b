/** One call whose body streams, in either direction. */
import { type ClientRequest, type IncomingMessage, request as plain, type RequestOptions } from 'node:http';
import { request as secure } from 'node:https';
import type { Api, Method } from '../api.ts';
import { CliError, EXIT } from '../cli-error.ts';
import { tell } from '../words/tell.ts';
import type { BodyTap } from './body-tap.ts';

export interface StreamCall {
  readonly method: Method;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string | number>>;
  /** Writes the body, and ends it. */
  readonly send?: (to: ClientRequest) => void;
  /** Takes the body of the answer, if its length is known. */
  readonly tap?: BodyTap;
}

/** What broke the line may be over in a moment. */
export class LineCut extends Error {}

/** The connection says nothing for so long: then it is taken for dead. */
const SILENT_MS = 90_000;

export async function callStream(api: Api, wanted: StreamCall): Promise<IncomingMessage> {
  const { method, path, headers = {}, send, tap } = wanted;
  const url = new URL(api.url + path);
  const all = { ...(await api.headers()), ...headers };
  return new Promise((resolve, reject) => {
    const start = url.protocol === 'https:' ? secure : plain;
    // An option of the socket, which Node passes on.
    const call = start(url, {
      method,
      headers: all,
      agent: false,
      ...(tap && { onread: tap.onread }),
    } as RequestOptions);
    tap?.watch(call);
    call.setTimeout(SILENT_MS, () => call.destroy(new Error('timeout')));
    call.once('response', resolve);
    call.on('error', (error: NodeJS.ErrnoException) =>
      reject(error instanceof CliError ? error : new LineCut(error.code ?? error.message)),
    );
    if (send) send(call);
    else call.end();
  });
}

interface Problem {
  readonly code?: string;
  readonly detail?: string;
  readonly fields?: CliError['fields'];
  readonly result?: { readonly received?: number; readonly kind?: string };
}

export class Refused extends CliError {
  readonly received: number | null;
  /** A folder is in its place. */
  readonly isFolder: boolean;
  readonly retryAfter: number | null;

  constructor(status: number, problem: Problem, retryAfter: number | null) {
    super(problem.detail ?? tell('answered', { status }), {
      code: problem.code ?? null,
      exitCode: status === 401 ? EXIT.signedOut : EXIT.failed,
      fields: problem.fields ?? [],
      hint: null,
    });
    this.received = problem.result?.received ?? null;
    this.isFolder = problem.result?.kind === 'folder';
    this.retryAfter = retryAfter;
  }
}

/** The answer as JSON; throws what the service refuses. */
export async function readAnswer<T>(response: IncomingMessage): Promise<T> {
  const text = await bodyOf(response);
  const { statusCode = 0, headers } = response;
  const json = parsed(text) as (T & Problem) | null;
  // A page of a proxy, for instance.
  if (json === null) throw new Refused(statusCode, { detail: tell('not_json', { status: statusCode }) }, null);
  if (statusCode < 400) return json;
  const seconds = Number(headers['retry-after']);
  throw new Refused(statusCode, json, Number.isFinite(seconds) && headers['retry-after'] ? seconds : null);
}

/** Null: it is no JSON. */
function parsed(text: string): unknown {
  if (text === '') return {};
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

async function bodyOf(response: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  try {
    for await (const piece of response) pieces.push(piece as Buffer);
  } catch (error) {
    throw new LineCut((error as Error).message);
  }
  return Buffer.concat(pieces).toString();
}
