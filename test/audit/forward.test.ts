/** Entries of the audit log are forwarded as they are sealed: in their order, each with its end, on both databases. */
import { once } from 'node:events';
import { mkdtempSync, readFileSync, renameSync } from 'node:fs';
import { createServer as createHttp } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createPostgresDatabase } from '../databases.ts';
import { removeAtEnd } from '../left-behind.ts';
import { type Service, startService } from '../service.ts';

const folder = removeAtEnd(mkdtempSync(join(tmpdir(), 'synapse-forward-')));

interface Line {
  readonly seq: number;
  readonly username: string;
  readonly command_template: string;
  readonly status: string;
  readonly hash: string;
}

const linesOf = (file: string): Line[] => {
  try {
    return readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line));
  } catch {
    return [];
  }
};
/** A command that has not ended when it is looked at is told of twice. */
const ended = (lines: readonly Line[]) => lines.filter(({ status }) => status !== 'running');
const told = (lines: readonly Line[]) => lines.map((line) => `${line.seq} ${line.status} ${line.command_template}`);
const run = (service: Service, token: string, command: string, more: object = {}) =>
  service.call('POST', '/synapse/exec', { token, body: { machine: 'local', command, ...more } });

describe.each(['sqlite', 'postgres'] as const)('the audit log on %s is forwarded', (dialect) => {
  it('to a file, from the moment it is named, and goes on where it stopped', async () => {
    const file = join(folder, `${dialect}.jsonl`);
    const env: Record<string, string> = {
      SYNAPSE_DATA_DIR: removeAtEnd(mkdtempSync(join(tmpdir(), 'synapse-forwarding-'))),
    };
    if (dialect === 'postgres') env.SYNAPSE_DATABASE_URL = await createPostgresDatabase();
    const without = await startService(env);
    await run(without, await without.login(), 'echo before');
    await without.stop();

    const forwarding = { ...env, SYNAPSE_AUDIT_FORWARD: `file://${file}` };
    const first = await startService(forwarding);
    const session = await first.login();
    await first.call('PUT', '/synapse/secrets/LATER', { token: session, body: { value: 'said-too-early' } });
    await run(first, session, 'echo one');
    const { body: long } = await run(first, session, 'sleep 60', { wait_seconds: 0 });
    await expect.poll(() => told(linesOf(file))).toContain('3 running sleep 60');
    await expect.poll(() => told(ended(linesOf(file)))).toEqual(['2 done echo one']);
    await first.call('POST', `/synapse/executions/${long.execution_id}/cancel`, { token: session });
    await expect.poll(() => told(linesOf(file))).toContain('3 cancelled sleep 60');
    const { body: me } = await first.call('GET', '/auth/me', { token: session });
    expect(ended(linesOf(file))[0]).toMatchObject({
      username: 'admin',
      workspace_id: me.id,
      exit_code: 0,
      source: 'rest',
    });
    const { body: log } = await first.call<{ entries: Line[] }>('GET', '/synapse/executions', { token: session });
    expect(linesOf(file)[0]!.hash).toBe(
      log.entries.find(({ command_template }) => command_template === 'echo one')!.hash,
    );
    await first.stop();

    // Nobody forwards what happens now.
    const silent = await startService(env);
    await run(silent, await silent.login(), 'echo meanwhile');
    await silent.stop();
    expect(told(ended(linesOf(file)))).toEqual(['2 done echo one', '3 cancelled sleep 60']);

    // A file that was moved away by a rotation is begun again, with what is new.
    renameSync(file, `${file}.1`);
    const second = await startService(forwarding);
    onTestFinished(() => second.stop());
    const again = await second.login();
    await run(second, again, 'echo said-too-early');
    await expect.poll(() => told(ended(linesOf(file)))).toEqual(['4 done echo meanwhile', '5 done echo {{LATER}}']);
    // Counted once the file has them.
    const metrics = async () => (await fetch(`${second.url}/metrics`)).text();
    await expect.poll(metrics).toMatch(/synapse_audit_forwarded_total\{outcome="sent"\} [2-9]/);
  });
});

it('to a syslog (RFC 5424) and to a webhook, which is asked again until it takes them', async () => {
  let stream = '';
  const syslog = createServer((socket) =>
    socket
      .on('error', () => undefined)
      .on('data', (chunk) => {
        stream += chunk.toString();
      }),
  ).listen(0, '127.0.0.1');
  const posted: string[] = [];
  let takes = false;
  const web = createHttp(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    if (takes) posted.push(body);
    response.writeHead(takes ? 204 : 503).end();
  }).listen(0, '127.0.0.1');
  await Promise.all([once(syslog, 'listening'), once(web, 'listening')]);
  onTestFinished(() => void syslog.close());
  onTestFinished(() => void web.close());
  const port = (server: { address(): unknown }) => (server.address() as AddressInfo).port;
  const service = await startService({
    SYNAPSE_AUDIT_FORWARD: `tcp://127.0.0.1:${port(syslog)},http://127.0.0.1:${port(web)}/in/7f3a`,
  });
  onTestFinished(() => service.stop());
  const session = await service.login();
  const sending = async () => {
    const { body } = await service.call<{ instances: { report: { audit_forward: object[] } }[] }>(
      ...(['GET', '/admin/status', { token: session }] as const),
    );
    return body.instances[0]!.report.audit_forward;
  };
  await run(service, session, 'echo one');
  await run(service, session, 'echo two');
  await expect.poll(sending).toMatchObject([
    { to: 'tcp://127.0.0.1', problem: null },
    // Not its path, which often is the secret.
    { to: `http://127.0.0.1:${port(web)}`, problem: expect.stringContaining('503') },
  ]);
  await expect
    .poll(() =>
      [...stream.matchAll(/\d+ <110>1 \S+ \S+ synapse \d+ audit - (\{.*?\})(?=\d+ <|$)/g)].map(([, json]) =>
        JSON.parse(json!),
      ),
    )
    .toEqual(
      expect.arrayContaining([
        expect.objectContaining({ seq: 1, status: 'done' }),
        expect.objectContaining({ seq: 2, status: 'done' }),
      ]),
    );
  takes = true;
  await expect
    .poll(() => told(ended(posted.map((line) => JSON.parse(line)))))
    .toEqual(['1 done echo one', '2 done echo two']);
});
