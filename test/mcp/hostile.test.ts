/** Whatever is sent, the answer is well formed: never a 500, never a stack trace, never a hang. */
import { once } from 'node:events';
import { connect } from 'node:net';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { post, type ServerUnderTest, startServer } from './harness.ts';

let server: ServerUnderTest;
beforeAll(async () => {
  server = await startServer();
});
afterAll(async () => {
  expect(server.defects).toEqual([]);
  await server.stop();
});

/** An answer as JSON-RPC requires it, alone or in an array, or nothing under 202. */
function expectWellFormed(status: number, text: string): void {
  expect(status).toBeLessThan(500);
  expect(text).not.toMatch(/\n\s+at |node_modules|\.ts:\d/);
  if (status === 202) {
    expect(text).toBe('');
    return;
  }
  const parsed: unknown = JSON.parse(text);
  for (const answer of Array.isArray(parsed) ? parsed : [parsed]) {
    expect(answer).toMatchObject({ jsonrpc: '2.0' });
    const { id, result, error } = answer as {
      id: unknown;
      result?: unknown;
      error?: { code: unknown; message: unknown };
    };
    expect(id === null || typeof id === 'string' || Number.isSafeInteger(id)).toBe(true);
    expect((result === undefined) !== (error === undefined)).toBe(true);
    if (error) {
      expect(Number.isSafeInteger(error.code)).toBe(true);
      expect(typeof error.message).toBe('string');
    }
  }
}

async function sendAndCheck(body: string | Uint8Array, headers?: Record<string, string>): Promise<void> {
  const response = await post(server, body, headers ? { headers } : {});
  expectWellFormed(response.status, await response.text());
}

const hostileKey = fc.constantFrom(
  ...['__proto__', 'constructor', 'prototype', 'toString', 'id', 'Id', 'method', 'METHOD', 'params', 'Params'],
  ...['name', 'Name', 'arguments', '_meta', 'jsonrpc', 'cursor', 'progressToken', 'requestId', 'text', 'how', ''],
);
const json = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 5 },
    fc.constantFrom(null, true, 0, -1, 1e308, 2 ** 53, 'tools/call', 'tools/list', 'initialize', 'ping', '2.0', ''),
    fc.string({ unit: 'binary', maxLength: 40 }),
    fc.double(),
    fc.array(tie('value'), { maxLength: 4 }),
    tie('object'),
  ),
  object: fc.dictionary(fc.oneof(hostileKey, fc.string()), tie('value'), { maxKeys: 6 }),
}));

const METHODS = [
  'tools/call',
  'tools/list',
  'initialize',
  'ping',
  'server/discover',
  'notifications/cancelled',
  '__proto__',
];
const TOOLS = ['sample_echo', 'sample_refuse', 'sample_write', 'test_simple_text', '__proto__', 'constructor', ''];
const almostRequest = fc.record(
  {
    jsonrpc: fc.oneof({ weight: 8, arbitrary: fc.constant('2.0') }, json.value),
    id: fc.oneof({ weight: 5, arbitrary: fc.integer() }, json.value),
    method: fc.oneof({ weight: 8, arbitrary: fc.constantFrom(...METHODS) }, json.value),
    params: fc.oneof(
      fc.record(
        {
          name: fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...TOOLS) }, json.value),
          arguments: fc.oneof(json.object, json.value),
          _meta: fc.oneof(json.object, json.value),
        },
        { requiredKeys: [] },
      ),
      json.value,
    ),
  },
  { requiredKeys: [] },
);

// A defect that a tool is told to show is no finding, and the endless tool is not among the names.
const isAskedFor = (text: string): boolean => text.includes('"defect"') || text.includes('"output"');
const RUNS = { numRuns: 400 };

describe('fuzzed bodies', () => {
  it('any JSON', async () => {
    await fc.assert(
      fc.asyncProperty(json.value, (value) => sendAndCheck(JSON.stringify(value) ?? 'null')),
      RUNS,
    );
  });

  it('almost a request', async () => {
    await fc.assert(
      fc.asyncProperty(almostRequest, async (value) => {
        const text = JSON.stringify(value);
        if (!isAskedFor(text)) await sendAndCheck(text);
      }),
      { numRuns: 800 },
    );
  });

  it('almost a batch', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.oneof(almostRequest, json.value), { maxLength: 25 }), async (value) => {
        const text = JSON.stringify(value);
        if (!isAskedFor(text)) await sendAndCheck(text);
      }),
      { numRuns: 150 },
    );
  });

  it('any bytes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), (bytes) => sendAndCheck(bytes)),
      RUNS,
    );
  });

  it('a good request with one byte changed', async () => {
    const good = Buffer.from(
      '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"sample_echo","arguments":{"text":"é"}}}',
    );
    await fc.assert(
      fc.asyncProperty(fc.nat(good.length - 1), fc.nat(255), async (at, byte) => {
        const bytes = Uint8Array.from(good);
        bytes[at] = byte;
        await sendAndCheck(bytes);
      }),
      RUNS,
    );
  });

  it('any value in the headers that MCP defines', async () => {
    const value = fc.string({ unit: 'grapheme-ascii', maxLength: 60 }).map((text) => text.replace(/[^\x20-\x7e]/g, ''));
    const body =
      '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"sample_echo","arguments":{"text":"a"}}}';
    await fc.assert(
      fc.asyncProperty(
        fc.dictionary(
          fc.constantFrom('mcp-protocol-version', 'mcp-method', 'mcp-name', 'mcp-session-id', 'accept', 'user-agent'),
          fc.oneof(value, fc.constantFrom('2026-07-28', '=?base64?!?=', '2025-06-18')),
        ),
        (headers) => sendAndCheck(body, headers),
      ),
      RUNS,
    );
  });
});

describe('chosen bodies', () => {
  const echo = (args: string) =>
    `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"sample_echo","arguments":${args}}}`;
  it.each([
    ['nesting, open', '['.repeat(500_000)],
    ['nesting, closed', `${'['.repeat(250_000)}${']'.repeat(250_000)}`],
    ['nested arguments', echo(`${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`)],
    ['a huge string', echo(`{"text":"${'x'.repeat(900_000)}"}`)],
    ['a huge key', echo(`{"${'k'.repeat(900_000)}":1}`)],
    ['100,000 keys', echo(`{${Array.from({ length: 60_000 }, (_, at) => `"k${at}":1`).join(',')}}`)],
    ['a huge number', echo(`{"repeat":${'9'.repeat(100_000)}}`)],
    ['a huge id', `{"jsonrpc":"2.0","id":"${'i'.repeat(500_000)}","method":"ping"}`],
    ['a huge method', `{"jsonrpc":"2.0","id":1,"method":"${'m'.repeat(900_000)}"}`],
    ['a huge batch', `[${'1,'.repeat(400_000)}1]`],
    ['lone surrogates', echo('{"text":"\\ud800"}')],
    ['NUL', echo('{"text":"\\u0000"}')],
    [
      'prototype keys',
      '{"jsonrpc":"2.0","id":1,"method":"ping","__proto__":{"method":"x"},"constructor":{"prototype":{}}}',
    ],
    ['escaped keys that are the same', '{"jsonrpc":"2.0","id":1,"method":"ping","\\u006dethod":"tools/list"}'],
  ])('%s', async (_name, body) => {
    await sendAndCheck(body);
    expect(Object.keys(Object.prototype)).toEqual([]);
  });
});

describe('on the wire itself', () => {
  /** Sends text as it is and returns status and body of the first answer. */
  async function raw(request: string): Promise<{ status: number; text: string }> {
    const { port } = new URL(server.url);
    const socket = connect(Number(port), '127.0.0.1');
    let received = '';
    socket.setEncoding('utf8').on('data', (text: string) => {
      received += text;
    });
    socket.end(request);
    await once(socket, 'close');
    const [head = '', ...body] = received.split('\r\n\r\n');
    return { status: Number(head.split(' ')[1]), text: body.join('\r\n\r\n') };
  }
  const ping = '{"jsonrpc":"2.0","id":1,"method":"ping"}';
  const request = (...headers: string[]) =>
    ['POST /tda/mcp HTTP/1.1', 'Connection: close', `Content-Length: ${ping.length}`, ...headers, '', ping].join(
      '\r\n',
    );
  const HOST = 'Host: 127.0.0.1';
  const TOKEN = 'X-AI-Token: dk_ai_every_scope';
  const JSON_TYPE = 'Content-Type: application/json';

  it('takes a plain request', async () => {
    expect(await raw(request(HOST, TOKEN, JSON_TYPE))).toEqual({
      status: 200,
      text: '{"jsonrpc":"2.0","id":1,"result":{}}',
    });
  });

  it.each([
    ['the token twice', 401, [HOST, TOKEN, TOKEN, JSON_TYPE]],
    ['a good and a bad token', 401, [HOST, TOKEN, 'X-AI-Token: dk_ai_wrong', JSON_TYPE]],
    ['two origins', 403, [HOST, TOKEN, JSON_TYPE, 'Origin: http://127.0.0.1', 'Origin: http://evil.example']],
    ['a foreign host', 403, ['Host: evil.example', TOKEN, JSON_TYPE]],
    [
      'a revision twice',
      400,
      [HOST, TOKEN, JSON_TYPE, 'MCP-Protocol-Version: 2025-06-18', 'MCP-Protocol-Version: 2026-07-28'],
    ],
    ['a content type of nonsense', 415, [HOST, TOKEN, 'Content-Type: ;;;']],
    ['no content type', 200, [HOST, TOKEN]],
    ['an encoding we do not read', 415, [HOST, TOKEN, JSON_TYPE, 'Content-Encoding: br']],
  ])('%s', async (_name, status, headers) => {
    const answer = await raw(request(...headers));
    expect(answer.status).toBe(status);
    expectWellFormed(answer.status, answer.text);
  });

  it('a body shorter than announced ends without harm', async () => {
    const { port } = new URL(server.url);
    const socket = connect(Number(port), '127.0.0.1');
    socket.end(`POST /tda/mcp HTTP/1.1\r\n${HOST}\r\n${TOKEN}\r\nContent-Length: 500\r\n\r\n{"jsonrpc"`);
    socket.resume();
    await once(socket, 'close');
    await sendAndCheck(ping);
  });
});
