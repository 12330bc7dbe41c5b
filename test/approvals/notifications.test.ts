/** Where a person hears of a question: what is sent, how often, and what a hostile receiver can do about it, which is nothing. */
import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { personalWorkspaceId } from '../../packages/server/src/ids.ts';
import { type Service, startService } from '../service.ts';
import { ask, decide, listed, newOwner, type Owner, type Shown } from './rig.ts';

interface Received {
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}
type Behaviour = (request: IncomingMessage, response: ServerResponse) => void;

const fine: Behaviour = (_request, response) => void response.end('thanks');

async function startReceiver() {
  const received: Received[] = [];
  const receiver = { received, behave: fine as Behaviour, url: '', stop: async () => undefined as unknown };
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      received.push({ path: request.url ?? '', headers: request.headers, body });
      receiver.behave(request, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  receiver.stop = async () => {
    server.closeAllConnections();
    server.close();
  };
  return receiver;
}

const SECRET = 'a shared secret of some length';
let service: Service;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
beforeAll(async () => {
  [service, receiver] = await Promise.all([
    startService({
      SYNAPSE_ALLOW_LOCAL: 'all',
      SYNAPSE_PRIVATE_ADDRESSES: 'true',
      SYNAPSE_PUBLIC_URL: 'http://127.0.0.1',
    }),
    startReceiver(),
  ]);
});
afterAll(async () => {
  await service?.stop();
  await receiver?.stop();
});

const settings = (owner: Owner, body: object) =>
  service.call<Shown>('PUT', '/synapse/notifications', { token: owner.session, body });
const channels = async (owner: Owner): Promise<Shown[]> =>
  (await service.call<Shown>('GET', '/synapse/notifications', { token: owner.session })).body.channels;
const figure = async (outcome: string): Promise<number> => {
  const text = await (await fetch(`${service.url}/metrics`)).text();
  const line = text.split('\n').find((one) => one.startsWith(`synapse_notifications_total{outcome="${outcome}"}`));
  return Number(line?.split(' ').at(-1) ?? 0);
};
/** What came for one owner: their channel has a path of its own. */
const arrived = (path: string) => receiver.received.filter((one) => one.path === path);
let paths = 0;
const newPath = () => `/hook-${++paths}`;

it('tells each kind of receiver what is asked, without a secret, and shows no address again', async () => {
  const owner = await newOwner(service);
  await service.call('PUT', '/synapse/secrets/KEY', { token: owner.session, body: { value: 'value-of-the-key' } });
  const [webhook, slack, ntfy] = [newPath(), newPath(), newPath()];
  const put = await settings(owner, {
    webhook: { url: receiver.url + webhook, secret: SECRET },
    slack: { url: receiver.url + slack },
    ntfy: { url: receiver.url + ntfy, token: 'tk_of_ntfy' },
  });
  expect(put.status).toBe(200);
  expect(JSON.stringify(put.body)).not.toMatch(/hook-|shared secret|tk_of_ntfy/);
  const rows = await service.app.database.queries.selectFrom('notification_channels').selectAll().execute();
  expect(rows.map(({ sealed, ...row }) => JSON.stringify(row) + sealed.toString('latin1')).join()).not.toMatch(
    /hook-|shared secret|tk_of_ntfy/,
  );
  const { result } = await ask(service, owner, 'echo "{{KEY}}" <value-of-the-key>');
  await expect.poll(() => [webhook, slack, ntfy].map((path) => arrived(path).length)).toEqual([1, 1, 1]);
  const [hook] = arrived(webhook);
  const sent = JSON.parse(hook!.body);
  const [shown] = await listed(service, owner);
  expect(sent).toMatchObject({
    type: 'approval',
    id: result.approval.id,
    execution_id: result.execution_id,
    machine: 'asked',
    secrets: ['KEY'],
    command_template: shown.command_template,
    reason: shown.reason,
    token_label: 'helper',
    url: `http://127.0.0.1/approvals/${result.approval.id}`,
  });
  const signature = createHmac('sha256', SECRET).update(hook!.body).digest('hex');
  expect(hook!.headers['x-synapse-signature']).toBe(`sha256=${signature}`);
  expect(JSON.parse(arrived(slack)[0]!.body).text).toContain(`/approvals/${result.approval.id}`);
  expect(JSON.parse(arrived(slack)[0]!.body).text).not.toContain('<');
  expect(arrived(ntfy)[0]!.headers).toMatchObject({ authorization: 'Bearer tk_of_ntfy', click: sent.url });
  for (const { body, headers } of receiver.received) {
    expect(body + JSON.stringify(headers)).not.toMatch(/value-of-the-key|dk_ai_/);
  }
  await expect
    .poll(() => channels(owner))
    .toMatchObject(
      ['ntfy', 'slack', 'webhook'].map((kind) => ({ kind, problem: null, delivered_at: expect.any(String) })),
    );
  // To read of it decides nothing.
  await fetch(sent.url.replace('http://127.0.0.1', service.url));
  expect((await listed(service, owner))[0].status).toBe('pending');
  expect((await service.call('DELETE', '/synapse/notifications/slack', { token: owner.session })).status).toBe(204);
  expect((await channels(owner)).map(({ kind }) => kind)).toEqual(['ntfy', 'webhook']);
});

it('is not held up, led astray or filled by a receiver, and goes on for others', async () => {
  const [owner, other] = [await newOwner(service), await newOwner(service)];
  const [path, fast, inside] = [newPath(), newPath(), newPath()];
  await settings(owner, { webhook: { url: receiver.url + path, secret: SECRET } });
  await settings(other, { slack: { url: receiver.url + fast } });
  let written = 0;
  const hostile: Record<string, Behaviour> = {
    slow: () => undefined,
    huge: (_request, response) => {
      const piece = Buffer.alloc(64 * 1024);
      const more = (): void => {
        while (!response.destroyed && written < 512 * 1024 * 1024) {
          written += piece.length;
          if (!response.write(piece)) return void response.once('drain', more);
        }
      };
      response.on('error', () => undefined);
      more();
    },
    redirecting: (_request, response) => void response.writeHead(307, { location: receiver.url + inside }).end(),
    down: (request) => void request.socket.destroy(),
    failing: (_request, response) => void response.writeHead(500).end(),
  };
  receiver.behave = (request, response) => {
    if (request.url !== path) return fine(request, response);
    const each = Object.values(hostile);
    each[arrived(path).length % each.length]!(request, response);
  };
  const failed = await figure('failed');
  for (let index = 0; index < 8; index++)
    expect((await ask(service, owner, `echo ${index}`)).result.status).toBe('pending');
  expect((await ask(service, other, 'echo other')).result.status).toBe('pending');
  await expect.poll(() => arrived(fast).length).toBe(1);
  await expect.poll(() => arrived(path).length).toBeGreaterThanOrEqual(5);
  await expect.poll(() => figure('failed')).toBeGreaterThan(failed + 2);
  expect(arrived(inside)).toEqual([]);
  expect(written).toBeLessThan(16 * 1024 * 1024);
  receiver.behave = fine;
});

it('is tried again after a pause, until it arrives or nobody waits any more', async () => {
  const owner = await newOwner(service);
  const path = newPath();
  await settings(owner, { webhook: { url: receiver.url + path, secret: SECRET } });
  receiver.behave = (request, response) =>
    request.url === path ? void response.writeHead(503).end() : fine(request, response);
  const first = (await ask(service, owner, 'echo again')).result;
  const second = (await ask(service, owner, 'echo decided')).result;
  await expect.poll(() => arrived(path).length).toBe(2);
  await expect.poll(async () => (await channels(owner))[0].problem).toBe('réponse 503');
  await decide(service, owner, second.approval.id, { decision: 'deny' });
  receiver.behave = fine;
  service.advance(6_000);
  const bodies = () => arrived(path).map(({ body }) => JSON.parse(body).id as string);
  await expect.poll(() => bodies().filter((id) => id === first.approval.id).length).toBe(2);
  expect(bodies().filter((id) => id === second.approval.id)).toHaveLength(1);
  const left = () =>
    service.app.database.queries
      .selectFrom('notifications')
      .selectAll()
      .where('workspace_id', '=', personalWorkspaceId(owner.id))
      .execute();
  await expect.poll(left).toEqual([]);
  expect((await channels(owner))[0].problem).toBeNull();
});

it('can be tried out, says what is wrong, and goes to no private address unless that is allowed', async () => {
  const owner = await newOwner(service);
  const path = newPath();
  await settings(owner, { slack: { url: receiver.url + path } });
  const test = () => service.call<Shown>('POST', '/synapse/notifications/test', { token: owner.session });
  expect((await test()).body).toEqual({ tests: [{ kind: 'slack', delivered: true, problem: null }] });
  expect(arrived(path)).toHaveLength(1);
  for (const url of ['ftp://x.example', 'https://user:pass@x.example/', 'nothing', 'javascript:alert(1)']) {
    expect(await settings(owner, { slack: { url } })).toMatchObject({
      status: 422,
      body: { code: 'arguments_invalid' },
    });
  }
  expect((await settings(owner, { webhook: { url: receiver.url, secret: 'short' } })).status).toBe(422);
  expect((await service.call('GET', '/synapse/notifications', { token: owner.token })).status).toBe(401);

  const strict = await startService({ SYNAPSE_ALLOW_LOCAL: 'all' });
  try {
    const session = await strict.login();
    await strict.call('PUT', '/synapse/notifications', {
      token: session,
      body: { slack: { url: receiver.url + path } },
    });
    const { body } = await strict.call<Shown>('POST', '/synapse/notifications/test', { token: session });
    expect(body.tests).toEqual([{ kind: 'slack', delivered: false, problem: 'adresse privée (127.0.0.1)' }]);
    expect(arrived(path)).toHaveLength(1);
  } finally {
    await strict.stop();
  }
});
