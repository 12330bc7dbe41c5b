/** Passes MCP messages between a local program's stdin and stdout and the service's HTTP endpoint, unchanged. */
import type { Readable, Writable } from 'node:stream';
import { environmentLanguage, NO_LANGUAGE } from '@synapse/contract/language';
import { readEvents } from '../event-source.ts';
import { networkReason } from '../network-reason.ts';
import { tell } from '../words/tell.ts';

export interface BridgeOptions {
  /** The whole address of the endpoint. */
  readonly url: string;
  readonly token: string;
  /** What `Accept-Language` asks for. */
  readonly language: string;
  readonly stdin: Readable;
  readonly stdout: Writable;
  readonly onProblem: (text: string) => void;
}

interface Message {
  readonly id?: string | number | null;
  readonly method?: string;
  readonly params?: {
    readonly name?: unknown;
    readonly uri?: unknown;
    readonly taskId?: unknown;
    readonly requestId?: string | number;
    readonly _meta?: Readonly<Record<string, unknown>>;
  };
}

const LINE_MAX = 4 * 1024 * 1024;
const VERSION_KEY = 'io.modelcontextprotocol/protocolVersion';
const INTERNAL_ERROR = -32603;
const PARSE_ERROR = -32700;

/**
 * What the environment of an AI client says of its owner: an explicit choice counts, and French in `LANG`. English is
 * what most systems have, so it is no wish: the account's own setting comes first.
 */
export const bridgeLanguage = (env: Readonly<Record<string, string | undefined>>): string =>
  env.SYNAPSE_LANG || (environmentLanguage(env) === 'fr' ? 'fr' : NO_LANGUAGE);

/**
 * Ends when stdin does. Running tools are then cut off, and the service kills their commands. Everything else is
 * answered.
 */
export async function runBridge(options: BridgeOptions): Promise<void> {
  const running = new Map<string, { readonly method: string | undefined; readonly abort: AbortController }>();
  const open = new Set<Promise<void>>();
  const state = { session: null as string | null, version: null as string | null };
  const reply = (text: string): void => void options.stdout.write(`${text}\n`);

  const pass = async (line: string): Promise<void> => {
    const message = readMessage(line);
    if (message === null) return reply(errorText(null, PARSE_ERROR, tell('bridge_not_rpc')));
    const key = idKey(message.id);
    const abort = new AbortController();
    if (key !== null) running.set(key, { method: message.method, abort });
    try {
      await send(options, state, line, message, abort.signal, reply);
    } catch (error) {
      if (abort.signal.aborted) return;
      const problem = tell('bridge_unreachable', { url: new URL(options.url).origin, reason: networkReason(error) });
      options.onProblem(problem);
      if (key !== null) reply(errorText(message.id, INTERNAL_ERROR, problem));
    } finally {
      if (key !== null) running.delete(key);
    }
    // The service knows. Its answer is not needed any more.
    if (message.method === 'notifications/cancelled')
      running.get(idKey(message.params?.requestId) ?? '')?.abort.abort();
  };

  for await (const line of lines(options.stdin)) {
    const passing = pass(line).finally(() => open.delete(passing));
    open.add(passing);
    // The first answer sets the version and the name for all that follow.
    if (readMessage(line)?.method === 'initialize') await passing;
  }
  for (const { method, abort } of running.values()) if (method === 'tools/call') abort.abort();
  await Promise.all(open);
}

async function send(
  { url, token, language, onProblem }: BridgeOptions,
  state: { session: string | null; version: string | null },
  line: string,
  message: Message,
  signal: AbortSignal,
  reply: (text: string) => void,
): Promise<void> {
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      ...headersFor(message, state),
      'x-ai-token': token,
      'accept-language': language,
    },
    body: line,
    signal,
  });
  if (message.method === 'initialize') state.session = response.headers.get('mcp-session-id');
  const note = (text: string): void => {
    if (message.method === 'initialize') state.version = negotiated(text) ?? state.version;
    reply(text);
  };
  if (response.body !== null && response.headers.get('content-type')?.startsWith('text/event-stream')) {
    for await (const { data } of readEvents(response.body)) note(oneLine(data));
    return;
  }
  const text = await response.text();
  // Most clients only show their user that a server failed. What it says on stderr is in their log.
  if (response.status === 401) onProblem(refusalIn(text));
  if (text === '' || message.id === undefined) return;
  const json = response.headers.get('content-type')?.includes('json') === true;
  note(
    json ? oneLine(text) : errorText(message.id, INTERNAL_ERROR, tell('bridge_answered', { status: response.status })),
  );
}

/**
 * The headers that each revision requires: with `initialize` the agreed version, without it what the message itself
 * says.
 */
function headersFor(
  message: Message,
  state: { session: string | null; version: string | null },
): Record<string, string> {
  const own = message.params?._meta?.[VERSION_KEY];
  const version = typeof own === 'string' ? own : state.version;
  const modern = typeof own === 'string';
  // What each method is about: a tool or a prompt, a resource, a task.
  const name = message.params?.name ?? message.params?.uri ?? message.params?.taskId;
  return {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    'user-agent': 'synapse-stdio',
    ...(version === null ? {} : { 'mcp-protocol-version': version }),
    ...(state.session === null ? {} : { 'mcp-session-id': state.session }),
    ...(modern && message.method !== undefined ? { 'mcp-method': message.method } : {}),
    ...(modern && typeof name === 'string' ? { 'mcp-name': headerText(name) } : {}),
  };
}

function headerText(value: string): string {
  return /^[\x21-\x7e]+$/.test(value) ? value : `=?base64?${Buffer.from(value).toString('base64')}?=`;
}

async function* lines(stdin: Readable): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of stdin) {
    rest += decoder.decode(chunk as Buffer, { stream: true });
    const parts = rest.split('\n');
    rest = parts.pop()!;
    if (rest.length > LINE_MAX) throw new Error(tell('bridge_too_long'));
    for (const part of parts) if (part.trim() !== '') yield part;
  }
}

function readMessage(line: string): Message | null {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null ? (value as Message) : null;
  } catch {
    return null;
  }
}

function refusalIn(text: string): string {
  const { error } = (readMessage(text) ?? {}) as { error?: { message?: unknown } };
  return tell('bridge_refused', {
    reason: typeof error?.message === 'string' ? error.message : tell('bridge_new_token'),
  });
}

function negotiated(text: string): string | null {
  const { result } = (readMessage(text) ?? {}) as { result?: { protocolVersion?: unknown } };
  return typeof result?.protocolVersion === 'string' ? result.protocolVersion : null;
}

/** The type belongs to the id: 1 and "1" are two calls. */
const idKey = (id: string | number | null | undefined): string | null => (id == null ? null : `${typeof id} ${id}`);
const oneLine = (json: string): string => (json.includes('\n') ? JSON.stringify(JSON.parse(json)) : json);
const errorText = (id: Message['id'], code: number, message: string): string =>
  JSON.stringify({ jsonrpc: '2.0', id: id ?? null, error: { code, message } });
