/** Calls that stream, and calls that are cancelled: by a message, by a closed stream, by a client that is gone. */
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { call, modern, post, SAMPLES, type ServerUnderTest, startServer } from './harness.ts';

const STREAM = { accept: 'application/json, text/event-stream' };

let server: ServerUnderTest;
beforeAll(async () => {
  server = await startServer({ progressTimes: { streamAfterMs: 40, progressEveryMs: 30, keepAliveEveryMs: 50 } });
});
afterAll(() => server.stop());

interface Event {
  readonly id?: number;
  readonly params?: Progress;
}
interface Progress {
  readonly progress: number;
  readonly message?: string;
}

const eventsOf = (text: string) =>
  text
    .split('\n\n')
    .filter((block) => block.startsWith('event: message\ndata: '))
    .map((block) => JSON.parse(block.slice('event: message\ndata: '.length)) as Event);

describe('streaming', () => {
  it('reports progress, then answers', async () => {
    const response = await post(server, call(1, SAMPLES.progressing, { progressToken: 'p' }), { headers: STREAM });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toContain('text/event-stream');
    const events = eventsOf(await response.text());
    const heard = events.slice(0, -1).map((event) => event.params!);
    // On a busy machine the ticker sends between the tool's own reports, and repeats the last of them.
    expect([...new Set(heard.flatMap(({ message }) => message ?? []))]).toEqual(['at 1', 'at 2', 'at 3']);
    expect(heard.map(({ progress }) => progress)).toEqual(
      heard.map(({ progress }) => progress).toSorted((a, b) => a - b),
    );
    expect(heard.at(-1)).toMatchObject({ progressToken: 'p', total: 3 });
    expect(events.at(-1)).toMatchObject({ id: 1, result: { structuredContent: { counted: 3 } } });
  });

  it('needs a client that reads streams, and a reason', async () => {
    const unable = await post(server, call(1, SAMPLES.progressing, { progressToken: 'p' }));
    expect(unable.headers.get('content-type')).toContain('application/json');
    await unable.text();
    const noReason = await post(server, call(1, SAMPLES.progressing), { headers: STREAM });
    expect(noReason.headers.get('content-type')).toContain('application/json');
    await noReason.text();
    const quick = await post(server, call(1, SAMPLES.quick, { progressToken: 'p' }), { headers: STREAM });
    expect(await quick.json()).toMatchObject({ id: 1, result: {} });
  });

  it('keeps a long call without a progress token alive [C4-STREAM]', async () => {
    const stop = new AbortController();
    const ended = once(server.events, 'aborted');
    const response = await post(server, call(1, SAMPLES.endless), { headers: STREAM, signal: stop.signal });
    expect(response.headers.get('content-type')).toContain('text/event-stream');
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    while (text.split(': keep-alive').length < 3) text += (await reader.read()).value ?? '';
    expect(eventsOf(text)).toEqual([]);
    stop.abort();
    await ended;
  });

  it('tells a rate refusal by its status, or, once it streams, as an event', async () => {
    const refuse = (how: string) => call(1, { name: 'sample_refuse', arguments: { how } }, { progressToken: 1 });
    expect((await post(server, refuse('rate'), { headers: STREAM })).status).toBe(429);
    const late = await post(server, refuse('rate_late'), { headers: STREAM });
    expect(late.status).toBe(200);
    expect(eventsOf(await late.text()).at(-1)).toMatchObject({
      id: 1,
      error: { code: 429, data: { code: 'exec_rate_limited', retry_after: 42 } },
    });
  });

  it('streams for a batch too, each answer as its own event', async () => {
    const batch = [call(1, SAMPLES.quick), call(2, SAMPLES.progressing, { progressToken: 'p' })];
    const response = await post(server, batch, { headers: STREAM });
    const events = eventsOf(await response.text());
    expect(events.filter((event) => 'id' in event).map((event) => event.id)).toEqual([1, 2]);
  });
});

describe('cancelling', () => {
  /** Resolves when the call runs; its answer comes later. */
  const begin = async (who: string, id: number, headers: Record<string, string>) => {
    const begun = once(server.events, 'started');
    const answer = post(server, call(id, { name: 'sample_endless', arguments: { who } }), { headers });
    await begun;
    return { answer };
  };
  const cancel = (id: number, headers: Record<string, string>) =>
    post(
      server,
      { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: id, reason: 'enough' } },
      { headers },
    );

  it('reaches the running call from another request, and no other client’s', async () => {
    const session = async () => {
      const hello = { jsonrpc: '2.0', id: 0, method: 'initialize', params: { protocolVersion: '2025-11-25' } };
      return { 'mcp-session-id': (await post(server, hello)).headers.get('mcp-session-id')! };
    };
    const [first, second] = [await session(), await session()];
    const mine = await begin('mine', 7, first);
    const other = await begin('other', 7, second);
    const ended = once(server.events, 'aborted');
    expect((await cancel(7, first)).status).toBe(202);
    expect(await ended).toEqual(['mine']);
    expect(await (await mine.answer).json()).toMatchObject({
      id: 7,
      result: { structuredContent: { status: 'cancelled' } },
    });
    expect(server.running.size).toBe(1);
    expect((await cancel(7, second)).status).toBe(202);
    expect((await other.answer).status).toBe(200);
    expect(server.running.size).toBe(0);
  });

  it('works for a client that never said hello', async () => {
    const { answer } = await begin('bare', 1, {});
    await cancel(1, {});
    expect((await answer).status).toBe(200);
  });

  it('does not reach another user’s call', async () => {
    const stop = new AbortController();
    const begun = once(server.events, 'started');
    const answer = post(server, call(1, SAMPLES.endless), { signal: stop.signal }).catch(() => null);
    await begun;
    await post(
      server,
      { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } },
      { token: 'dk_ai_read_only' },
    );
    expect(server.running.size).toBe(1);
    const ended = once(server.events, 'aborted');
    stop.abort();
    await ended;
    await answer;
  });

  it.each([
    ['a stream that the client closes', STREAM],
    ['a plain request whose client is gone', {}],
  ])('ends with %s', async (_name, accept) => {
    const { body, headers } = modern(3, 'tools/call', SAMPLES.endless);
    const stop = new AbortController();
    const begun = once(server.events, 'started');
    const answer = post(server, body, { headers: { ...headers, ...accept }, signal: stop.signal }).catch(() => null);
    await begun;
    const ended = once(server.events, 'aborted');
    stop.abort();
    await ended;
    await answer;
    await vi.waitFor(() => expect(server.running.size).toBe(0), 45_000);
    expect(server.defects).toEqual([]);
  });
});
