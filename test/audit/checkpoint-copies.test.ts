/** Checkpoints that are sent elsewhere: to real receivers, and to some that do not take them. */
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { mkdtempSync, readFileSync } from 'node:fs';
import { createServer as createHttp } from 'node:http';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, expect, it, onTestFinished } from 'vitest';
import {
  type CheckpointCopies,
  createCheckpointCopies,
} from '../../packages/server/src/audit/copies/checkpoint-copies.ts';
import { syslogTarget } from '../../packages/server/src/audit/copies/syslog-target.ts';
import { readConfig } from '../../packages/server/src/config/read-config.ts';
import { removeAtEnd } from '../left-behind.ts';
import { startService } from '../service.ts';

const folder = removeAtEnd(mkdtempSync(join(tmpdir(), 'synapse-copies-')));
const ends: (() => unknown)[] = [];
afterAll(() => Promise.all(ends.map((end) => end())));

const HEADER = /^<110>1 \d{4}-\d\d-\d\dT[\d:.]+Z \S+ synapse \d+ checkpoint - (.*)$/;
/** The lines in messages of syslog that came over a stream, each with its length before it. */
function unframe(text: string): string[] {
  const lines: string[] = [];
  for (let rest = text; rest !== ''; ) {
    const [, length = ''] = /^(\d+) /.exec(rest)!;
    const message = Buffer.from(rest).subarray(length.length + 1);
    lines.push(HEADER.exec(message.subarray(0, Number(length)).toString())![1]!);
    rest = message.subarray(Number(length)).toString();
  }
  return lines;
}

async function streamReceiver(at: { path: string } | { port: number; host: string }) {
  let got = '';
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('data', (chunk) => {
      got += chunk.toString();
    });
    socket.on('error', () => undefined);
  });
  server.listen(at);
  await once(server, 'listening');
  const stop = async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  };
  ends.push(stop);
  return { lines: () => unframe(got), port: (server.address() as AddressInfo).port, stop };
}

it('sends every line of the file to syslogs and to a webhook, in its order', async () => {
  const tcp = await streamReceiver({ port: 0, host: '127.0.0.1' });
  const path = join(folder, 'syslog.sock');
  const unix = await streamReceiver({ path });
  const udpLines: string[] = [];
  const udp = createSocket('udp4').on('message', (message) => udpLines.push(HEADER.exec(message.toString())![1]!));
  udp.bind(0, '127.0.0.1');
  await once(udp, 'listening');
  ends.push(() => udp.close());
  const posted: string[] = [];
  const web = createHttp(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    posted.push(body);
    response.writeHead(204).end();
  }).listen(0, '127.0.0.1');
  await once(web, 'listening');
  ends.push(() => web.close());
  const { port } = web.address() as AddressInfo;
  const service = await startService({
    SYNAPSE_CHECKPOINT_COPIES: [
      `tcp://127.0.0.1:${tcp.port}`,
      `unix:${path}`,
      `udp://127.0.0.1:${udp.address().port}`,
      `http://127.0.0.1:${port}/in/7f3a`,
    ].join(', '),
    SYNAPSE_PRIVATE_ADDRESSES: 'true',
  });
  const session = await service.login();
  for (const command of ['echo one', 'echo two']) {
    await service.call('POST', '/synapse/exec', { token: session, body: { machine: 'local', command } });
  }
  const { body: status } = await service.call('GET', '/admin/status', { token: session });
  // Nothing that is secret: not the path of the webhook.
  expect((status.instances as { report: object }[])[0]!.report).toMatchObject({
    checkpoint_copies: [
      { to: 'tcp://127.0.0.1', problem: null },
      { to: `unix:${path}`, problem: null },
      { to: 'udp://127.0.0.1', problem: null },
      { to: `http://127.0.0.1:${port}`, problem: null },
    ],
  });
  const file = join(service.dataDir, 'audit-checkpoints.jsonl');
  const written = () => readFileSync(file, 'utf8').trim().split('\n');
  await expect.poll(() => written().length).toBeGreaterThan(1);
  await service.app.stop();
  const all = written();
  expect(all.length).toBeGreaterThan(1);
  for (const lines of [tcp.lines, unix.lines, () => udpLines, () => posted]) await expect.poll(lines).toEqual(all);
});

it('serves and signs while nobody takes them, and says so', async () => {
  const service = await startService({
    // Nobody listens there; and a webhook may not be on this computer unless it is said.
    SYNAPSE_CHECKPOINT_COPIES: 'tcp://127.0.0.1:1,http://127.0.0.1:1/x',
  });
  onTestFinished(() => service.stop());
  const session = await service.login();
  const run = { token: session, body: { machine: 'local', command: 'true' } };
  expect((await service.call('POST', '/synapse/exec', run)).body).toMatchObject({ status: 'done' });
  const report = async () => {
    const { body } = await service.call('GET', '/admin/status', { token: session });
    return (body.instances as { report: { checkpoint_copies: object[] } }[])[0]!.report.checkpoint_copies;
  };
  await expect.poll(report).toMatchObject([
    { to: 'tcp://127.0.0.1', problem: 'ECONNREFUSED' },
    { to: 'http://127.0.0.1:1', problem: 'private address (127.0.0.1)' },
  ]);
  const { body } = await service.call('GET', '/synapse/audit/verify', { token: session });
  expect(body).toMatchObject({ intact: true });
  const metrics = await (await fetch(`${service.url}/metrics`)).text();
  expect(metrics).toMatch(/synapse_checkpoint_copies_total\{outcome="failed"\} [1-9]/);
});

const counts = { sent: 0, failed: 0, dropped: 0 };
const copiesTo = (send: (line: string) => Promise<string | null>): CheckpointCopies =>
  createCheckpointCopies({
    targets: [{ name: 'x', send, close: () => undefined }],
    count: (outcome) => void counts[outcome]++,
    log: pino({ level: 'silent' }),
    pauses: { firstMs: 1, mostMs: 1 },
  });

it('keeps the newest thousand for a receiver that hangs, and ends without it', async () => {
  Object.assign(counts, { sent: 0, failed: 0, dropped: 0 });
  const copies = copiesTo(() => new Promise(() => undefined));
  for (let line = 0; line < 1_500; line++) copies.add(String(line));
  expect(copies.states()).toEqual([{ to: 'x', waiting: 1_000, problem: null }]);
  expect(counts.dropped).toBe(500);
  await copies.stop();
});

it('tries again until it is taken, and keeps the order', async () => {
  const taken: string[] = [];
  let tries = 0;
  const copies = copiesTo(async (line) => {
    if (++tries % 3 !== 0) return 'busy';
    taken.push(line);
    return null;
  });
  for (const line of ['a', 'b', 'c']) copies.add(line);
  await expect.poll(() => taken).toEqual(['a', 'b', 'c']);
  await expect.poll(() => copies.states()).toEqual([{ to: 'x', waiting: 0, problem: null }]);
  await copies.stop();
});

it('opens another connection when a syslog was restarted', async () => {
  const first = await streamReceiver({ port: 0, host: '127.0.0.1' });
  const target = syslogTarget(`tcp://127.0.0.1:${first.port}`, 'checkpoint');
  onTestFinished(() => target.close());
  expect(await target.send('{"n":1}')).toBeNull();
  await expect.poll(first.lines).toEqual(['{"n":1}']);
  await first.stop();
  await expect.poll(() => target.send('{"n":2}')).toBe('ECONNREFUSED');
  const second = await streamReceiver({ port: first.port, host: '127.0.0.1' });
  await expect.poll(() => target.send('{"n":3}')).toBeNull();
  await expect.poll(second.lines).toContain('{"n":3}');
});

it.each(['ftp://x', 'log.internal:601', 'unix:relative', 'tcp://', 'https://ok,nonsense'])('refuses %s', (text) => {
  expect(() => readConfig({ SYNAPSE_CHECKPOINT_COPIES: text })).toThrow(/SYNAPSE_CHECKPOINT_COPIES/);
});

it('holds on to one connection however many lines go over it', async () => {
  const receiver = await streamReceiver({ port: 0, host: '127.0.0.1' });
  const target = syslogTarget(`tcp://127.0.0.1:${receiver.port}`, 'checkpoint');
  const warnings: string[] = [];
  const note = ({ name }: Error) => void warnings.push(name);
  process.on('warning', note);
  onTestFinished(() => void process.off('warning', note));
  for (let line = 0; line < 40; line++) expect(await target.send(`line ${line}`)).toBeNull();
  await expect.poll(() => receiver.lines()).toHaveLength(40);
  // Node warns of a listener that is added again and again.
  expect(warnings).toEqual([]);
  target.close();
});

it('says why a datagram could not be sent, each time', async () => {
  const target = syslogTarget('udp://nowhere.invalid:514', 'checkpoint');
  for (let time = 0; time < 2; time++) expect(await target.send('a line')).toMatch(/^E/);
  target.close();
});
