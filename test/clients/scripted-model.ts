/**
 * A model that plays a script, in the four dialects that clients use: it calls synapse_exec once, then repeats what
 * came back.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ScriptedModel {
  readonly url: string;
  /** The names of the tools that the client offered last, newest request last. */
  readonly offered: string[][];
  /** Every text that a tool gave back. */
  readonly results: string[];
  stop(): Promise<void>;
}

// biome-ignore lint/suspicious/noExplicitAny: four vendors' requests, of which only a few members are looked at.
type Request = any;

/** One step of a conversation, independent of the dialect. */
type Step =
  | { readonly call: string; readonly namespace?: string | undefined; readonly args: object }
  | { readonly say: string };

interface Dialect {
  readonly path: RegExp;
  tools(request: Request): { readonly name: string; readonly namespace?: string }[];
  /** The texts of the tools' answers in the request. */
  results(request: Request): string[];
  answer(step: Step, response: ServerResponse, streamed: boolean): void;
}

/** What it calls. If a client offers to sign in instead, it tries that, as a model would. */
const TOOL = /synapse_exec$/;
const SIGN_IN = /synapse.*authenticate$/;

/** `beforeCall` runs when the client has shown its tools, before the model calls one. */
export async function startScriptedModel(
  command: string,
  beforeCall: () => Promise<void> = async () => undefined,
): Promise<ScriptedModel> {
  const offered: string[][] = [];
  const results: string[] = [];
  const server = createServer(async (incoming, response) => {
    const dialect = DIALECTS.find(({ path }) => path.test(incoming.url ?? ''));
    if (incoming.method !== 'POST' || dialect === undefined) {
      response.writeHead(404, { 'content-type': 'application/json' }).end('{}');
      return;
    }
    const request = await readJson(incoming);
    const tools = dialect.tools(request);
    if (tools.length > 0) offered.push(tools.map(({ name }) => name));
    const said = dialect.results(request);
    results.push(...said);
    const tool = tools.find(({ name }) => TOOL.test(name)) ?? tools.find(({ name }) => SIGN_IN.test(name));
    const streamed = request.stream === true || /stream/.test(incoming.url ?? '');
    const step = nextStep(said, tool, command);
    if ('call' in step) await beforeCall();
    dialect.answer(step, response, streamed);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    offered,
    results,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

function nextStep(
  said: readonly string[],
  tool: { name: string; namespace?: string } | undefined,
  command: string,
): Step {
  if (said.length > 0) return { say: `The tool said: ${said.at(-1)}` };
  if (tool === undefined) return { say: 'There is no tool of Synapse.' };
  const args = TOOL.test(tool.name) ? { machine: 'local', command } : {};
  return { call: tool.name, namespace: tool.namespace, args };
}

async function readJson(incoming: IncomingMessage): Promise<Request> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  return JSON.parse(Buffer.concat(chunks).toString() || '{}');
}

const textOf = (content: unknown): string => (typeof content === 'string' ? content : JSON.stringify(content));

function stream(response: ServerResponse, events: readonly (readonly [string | null, unknown])[]): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  for (const [event, data] of events) {
    const text = typeof data === 'string' ? data : JSON.stringify(data);
    response.write(`${event === null ? '' : `event: ${event}\n`}data: ${text}\n\n`);
  }
  response.end();
}

const USAGE = { input_tokens: 1, output_tokens: 1 };

/** Anthropic's Messages: Claude Code. */
const messages: Dialect = {
  path: /\/v1\/messages(?:\?|$)/,
  tools: ({ tools = [] }) => tools,
  results: (request) =>
    request.messages
      .flatMap(({ content }: Request) => (Array.isArray(content) ? content : []))
      .filter(({ type }: Request) => type === 'tool_result')
      .map(({ content }: Request) => textOf(content)),
  answer(step, response, streamed) {
    const block =
      'call' in step
        ? { type: 'tool_use', id: 'toolu_1', name: step.call, input: step.args }
        : { type: 'text', text: step.say };
    const stop_reason = 'call' in step ? 'tool_use' : 'end_turn';
    const message = { id: 'msg_1', type: 'message', role: 'assistant', model: 'scripted', usage: USAGE };
    if (!streamed) {
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ ...message, content: [block], stop_reason, stop_sequence: null }));
      return;
    }
    const empty = 'call' in step ? { ...block, input: {} } : { ...block, text: '' };
    const delta =
      'call' in step
        ? { type: 'input_json_delta', partial_json: JSON.stringify(step.args) }
        : { type: 'text_delta', text: step.say };
    stream(response, [
      ['message_start', { type: 'message_start', message: { ...message, content: [], stop_reason: null } }],
      ['content_block_start', { type: 'content_block_start', index: 0, content_block: empty }],
      ['content_block_delta', { type: 'content_block_delta', index: 0, delta }],
      ['content_block_stop', { type: 'content_block_stop', index: 0 }],
      ['message_delta', { type: 'message_delta', delta: { stop_reason, stop_sequence: null }, usage: USAGE }],
      ['message_stop', { type: 'message_stop' }],
    ]);
  },
};

/** OpenAI's Responses: Codex. */
const responses: Dialect = {
  path: /\/v1\/responses(?:\?|$)/,
  tools: ({ tools = [] }) =>
    tools.flatMap((tool: Request) =>
      tool.type === 'namespace'
        ? tool.tools.map(({ name }: Request) => ({ name, namespace: tool.name }))
        : [{ name: tool.name ?? tool.type }],
    ),
  results: ({ input = [] }) =>
    input.filter(({ type }: Request) => type === 'function_call_output').map(({ output }: Request) => textOf(output)),
  answer(step, response) {
    const item =
      'call' in step
        ? {
            type: 'function_call',
            id: 'fc_1',
            call_id: 'call_1',
            name: step.call,
            ...(step.namespace === undefined ? {} : { namespace: step.namespace }),
            arguments: JSON.stringify(step.args),
          }
        : {
            type: 'message',
            id: 'msg_1',
            role: 'assistant',
            content: [{ type: 'output_text', text: step.say, annotations: [] }],
          };
    const usage = { ...USAGE, total_tokens: 2, input_tokens_details: null, output_tokens_details: null };
    stream(response, [
      ['response.created', { type: 'response.created', response: { id: 'resp_1' } }],
      ['response.output_item.done', { type: 'response.output_item.done', output_index: 0, item }],
      ['response.completed', { type: 'response.completed', response: { id: 'resp_1', usage } }],
    ]);
  },
};

/** OpenAI's Chat Completions: opencode. */
const completions: Dialect = {
  path: /\/v1\/chat\/completions(?:\?|$)/,
  tools: ({ tools = [] }) => tools.map((tool: Request) => tool.function),
  results: (request) =>
    request.messages.filter(({ role }: Request) => role === 'tool').map(({ content }: Request) => textOf(content)),
  answer(step, response) {
    const delta =
      'call' in step
        ? {
            role: 'assistant',
            tool_calls: [
              {
                index: 0,
                id: 'call_1',
                type: 'function',
                function: { name: step.call, arguments: JSON.stringify(step.args) },
              },
            ],
          }
        : { role: 'assistant', content: step.say };
    const chunk = { id: 'c1', object: 'chat.completion.chunk', created: 1, model: 'scripted' };
    const finish_reason = 'call' in step ? 'tool_calls' : 'stop';
    const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
    stream(response, [
      [null, { ...chunk, choices: [{ index: 0, delta, finish_reason: null }] }],
      [null, { ...chunk, choices: [{ index: 0, delta: {}, finish_reason }], usage }],
      [null, '[DONE]'],
    ]);
  },
};

/** Google's Generate Content: Gemini CLI. */
const generate: Dialect = {
  path: /:(?:streamG|g)enerateContent(?:\?|$)/,
  tools: ({ tools = [] }) => tools.flatMap(({ functionDeclarations = [] }: Request) => functionDeclarations),
  results: ({ contents = [] }) =>
    contents
      .flatMap(({ parts = [] }: Request) => parts)
      .filter((part: Request) => part.functionResponse !== undefined)
      .map((part: Request) => textOf(part.functionResponse.response)),
  answer(step, response, streamed) {
    const part = 'call' in step ? { functionCall: { name: step.call, args: step.args } } : { text: step.say };
    const body = {
      candidates: [{ content: { role: 'model', parts: [part] }, finishReason: 'STOP', index: 0 }],
      usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 },
      modelVersion: 'scripted',
    };
    if (streamed) stream(response, [[null, body]]);
    else response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  },
};

const DIALECTS: readonly Dialect[] = [messages, responses, completions, generate];
