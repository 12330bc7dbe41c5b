/** Methods: HEAD at every address that is read, and what an address says to a method that it does not have. */
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Service, startService } from './service.ts';

let service: Service;
let session: string;
beforeAll(async () => {
  service = await startService();
  session = await service.login();
});
afterAll(() => service.stop());

/** Everything that comes over one connection, so that a body where none belongs is seen. */
async function exchange(...requests: readonly [method: string, path: string][]): Promise<string> {
  const { port, host } = new URL(service.url);
  const socket = connect(Number(port), '127.0.0.1');
  const last = requests.length - 1;
  const lines = requests.map(([method, path], at) => [
    `${method} ${path} HTTP/1.1`,
    `Host: ${host}`,
    `Authorization: Bearer ${session}`,
    `Connection: ${at === last ? 'close' : 'keep-alive'}`,
    '',
    '',
  ]);
  socket.write(lines.flat().join('\r\n'));
  return text(socket);
}

interface Answer {
  readonly status: number;
  readonly length: string | undefined;
  readonly body: string;
}

async function ask(method: string, path: string): Promise<Answer> {
  const [head = '', body = ''] = (await exchange([method, path])).split('\r\n\r\n', 2);
  return { status: Number(head.split(' ')[1]), length: /^content-length: (\d+)$/im.exec(head)?.[1], body };
}

it('HEAD is answered as GET, with the length and without the body', async () => {
  for (const path of ['/healthz', '/llms.txt', '/auth/me', '/synapse/machines', '/synapse/machines/none', '/nowhere']) {
    const [get, head] = [await ask('GET', path), await ask('HEAD', path)];
    expect([path, head]).toEqual([path, { ...get, body: '' }]);
    expect([path, get.length]).toEqual([path, String(Buffer.byteLength(get.body))]);
    expect(get.body).not.toBe('');
  }
  expect((await ask('HEAD', '/auth/me')).status).toBe(200);
  const both = await exchange(['HEAD', '/auth/me'], ['GET', '/healthz']);
  expect(both.split('HTTP/1.1 200 OK')).toHaveLength(3);
  expect(both).toMatch(/\r\n\r\n\{"status":"ok"\}$/);
  expect(both).not.toContain('username');
});

it('HEAD is counted as what it is', async () => {
  await ask('HEAD', '/tda/today');
  const { text: metrics } = { text: await (await fetch(`${service.url}/metrics`)).text() };
  expect(metrics).toMatch(/\{method="HEAD",route="\/tda\/today",status="200"/);
  expect(metrics).not.toMatch(/\{method="GET",route="\/tda\/today"/);
});

it('others are refused with those that there are', async () => {
  const tried = async (method: string, path: string) => {
    const { status, headers, body } = await service.call(method, path, { token: session });
    return [method, path, status, headers.get('allow'), body.code];
  };
  for (const [method, path, allowed] of [
    ['PUT', '/tda/projects', 'GET, POST'],
    ['OPTIONS', '/tda/projects', 'GET, POST'],
    ['DELETE', '/synapse/exec/?a=b', 'POST'],
    ['GET', '/synapse/exec', 'POST'],
    ['POST', '/synapse/machines/a%2Fb/file', 'GET, PUT'],
    ['PATCH', '/tda/projects/7/context', 'GET'],
    ['POST', '/favicon.ico', null],
  ] as const) {
    const expected = allowed === null ? [404, null, 'not_found'] : [405, allowed, 'method_not_allowed'];
    expect(await tried(method, path)).toEqual([method, path, ...expected]);
  }
  for (const path of ['/tda/projects/7/none', '/synapse']) {
    expect(await tried('PUT', path)).toEqual(['PUT', path, 404, null, 'not_found']);
  }
  expect((await ask('HEAD', '/synapse/exec')).status).toBe(405);
});
