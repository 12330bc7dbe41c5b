/** Real clients against the endpoint: both SDKs in every mode, the Inspector, mcp-remote, curl. */
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type AnyClient,
  connectSdk1,
  connectSdk2,
  connectThroughMcpRemote,
  type Sdk2Mode,
  type Target,
} from './connect-clients.ts';
import { MODERN, SAMPLES, type ServerUnderTest, startServer } from './harness.ts';
import { runProgram } from './run-program.ts';

let server: ServerUnderTest;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

const target = (token = server.token): Target => ({ url: server.url, token });
const connectV1 = (token?: string) => connectSdk1(target(token));
const connectV2 = (mode: Sdk2Mode, token?: string) => connectSdk2(target(token), mode);

describe.each<[string, () => Promise<AnyClient>]>([
  ['SDK v1', () => connectV1()],
  ['SDK v2, legacy', () => connectV2('legacy')],
  ['SDK v2, auto', () => connectV2('auto')],
  [`SDK v2, pinned to ${MODERN}`, () => connectV2({ pin: MODERN })],
  ['mcp-remote over stdio', () => connectThroughMcpRemote(target())],
])('%s', (_name, connect) => {
  let client: AnyClient;
  beforeAll(async () => {
    client = await connect();
  });
  afterAll(() => client.close());

  it('lists the tools in their order', async () => {
    const { tools } = await client.listTools();
    expect(tools.slice(0, 3).map(({ name }) => name)).toEqual(['sample_echo', 'sample_count', 'sample_endless']);
  });

  it('calls one, and checks the answer against its schema', async () => {
    await client.listTools();
    const result = await client.callTool(SAMPLES.quick);
    expect(result).toMatchObject({
      structuredContent: SAMPLES.quickAnswer,
      content: [{ type: 'text', text: JSON.stringify(SAMPLES.quickAnswer) }],
    });
    expect(result).not.toHaveProperty('isError', true);
  });

  it('reads a refusal', async () => {
    const result = await client.callTool({ name: 'sample_echo', arguments: { wrong: 1 } });
    expect(result).toMatchObject({ isError: true, _meta: { 'synapse/code': 'arguments_invalid' } });
  });

  it('hears of progress while a call runs', async () => {
    const stop = new AbortController();
    // The test ends it, once something has arrived: SDK clients may drop what comes in one piece with the answer.
    const heard = new Promise<number>((resolve) => {
      const onprogress = ({ progress }: { progress: number }): void => resolve(progress);
      client.callTool(SAMPLES.endless, { onprogress, signal: stop.signal }).catch(() => undefined);
    });
    expect(await heard).toBeGreaterThanOrEqual(0);
    const ended = once(server.events, 'aborted');
    stop.abort();
    await ended;
  });

  it('cancels a running call', async () => {
    const stop = new AbortController();
    const started = once(server.events, 'started');
    const answer = client.callTool(SAMPLES.endless, { signal: stop.signal }).catch((error: unknown) => error);
    await started;
    const ended = once(server.events, 'aborted');
    stop.abort();
    await ended;
    expect(await answer).toBeInstanceOf(Error);
  });
});

describe('what the SDK agrees on', () => {
  it.each([
    ['legacy', '2025-11-25'],
    ['auto', MODERN],
  ] as const)('%s → %s', async (mode, version) => {
    const client = await connectV2(mode);
    expect(client.version).toBe(version);
    await client.close();
  });

  it('is refused without a token, and asks for no login', async () => {
    await expect(connectV1('dk_ai_wrong')).rejects.toThrow(/401|Jeton/);
    await expect(connectV2({ pin: MODERN }, 'dk_ai_wrong')).rejects.toThrow(/401|Jeton/);
  });
});

describe('the Inspector', () => {
  const inspect = (...args: string[]) =>
    runProgram('mcp-inspector', [
      '--cli',
      server.url,
      '--transport',
      'http',
      '--header',
      `X-AI-Token: ${server.token}`,
      ...args,
    ]);

  it('lists', async () => {
    const { code, stdout, stderr } = await inspect('--method', 'tools/list');
    expect(code, stderr).toBe(0);
    const { tools } = JSON.parse(stdout) as { tools: { name: string }[] };
    expect(tools.slice(0, 2).map(({ name }) => name)).toEqual(['sample_echo', 'sample_count']);
  });

  it('calls', async () => {
    const { code, stdout, stderr } = await inspect(
      ...['--method', 'tools/call', '--tool-name', SAMPLES.quick.name, '--tool-arg', 'text=bonjour'],
    );
    expect(code, stderr).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ structuredContent: SAMPLES.quickAnswer });
  });

  it('gets prompts and reads resources', async () => {
    const said = async (...args: string[]) => {
      const { code, stdout, stderr } = await inspect('--method', ...args);
      expect(code, stderr).toBe(0);
      return JSON.parse(stdout);
    };
    expect((await said('prompts/list')).prompts[0]).toMatchObject({ name: 'test_simple_prompt' });
    const prompt = await said('prompts/get', '--prompt-name', 'test_simple_prompt');
    expect(prompt.messages).toMatchObject([{ role: 'user', content: { type: 'text' } }]);
    expect((await said('resources/list')).resources).toMatchObject([{ uri: 'test://static-text' }]);
    expect((await said('resources/templates/list')).resourceTemplates).toHaveLength(1);
    const read = await said('resources/read', '--uri', 'test://static-text');
    expect(read.contents).toMatchObject([{ uri: 'test://static-text', text: expect.any(String) }]);
  });
});

describe('curl', () => {
  it('lists and calls with nothing but the token', async () => {
    const curl = (body: object) =>
      runProgram('curl', ['-sS', '-H', `X-AI-Token: ${server.token}`, '--json', JSON.stringify(body), server.url]);
    const list = await curl({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
    expect(JSON.parse(list.stdout)).toMatchObject({ id: 1, result: { tools: expect.any(Array) } });
    const call = await curl({ jsonrpc: '2.0', id: 2, method: 'tools/call', params: SAMPLES.quick });
    expect(JSON.parse(call.stdout)).toMatchObject({ id: 2, result: { structuredContent: SAMPLES.quickAnswer } });
  });
});
