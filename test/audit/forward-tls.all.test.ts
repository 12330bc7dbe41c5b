/** The audit log goes to a syslog over TLS: only to one whose certificate can be checked, and nothing is lost meanwhile. */
import { once } from 'node:events';
import { mkdtempSync, readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer } from 'node:tls';
import { expect, it, onTestFinished, vi } from 'vitest';
import { ADMIN_PASSWORD, createClient } from '../client.ts';
import { type CertificateFiles, serviceCertificates } from '../engines/tls-certificates.ts';
import { removeAtEnd } from '../left-behind.ts';
import { startServerProcess } from '../server-process.ts';

vi.setConfig({ testTimeout: 300_000 });
const WAIT = { timeout: 120_000 };
const root = removeAtEnd(mkdtempSync(join(tmpdir(), 'synapse-forward-tls-')));
const shown = ({ cert, key }: CertificateFiles) => ({ cert: readFileSync(cert), key: readFileSync(key) });

/** A syslog that shows one certificate, and then another. */
async function startSyslog(first: CertificateFiles) {
  let stream = '';
  const server = createServer(shown(first), (socket) =>
    socket
      .on('error', () => undefined)
      .on('data', (chunk) => {
        stream += chunk.toString();
      }),
  );
  server.on('tlsClientError', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return {
    port: (server.address() as AddressInfo).port,
    show: (certificate: CertificateFiles) => server.setSecureContext(shown(certificate)),
    stream: () => stream,
    messages: () =>
      [...stream.matchAll(/(\d+) (<110>1 \S+ \S+ synapse \d+ audit - (\{.*?\}))(?=\d+ <|$)/g)].map(
        ([, length, message, json]) => {
          expect(Buffer.byteLength(message!)).toBe(Number(length));
          return JSON.parse(json!) as { seq: number; status: string; command_template: string };
        },
      ),
  };
}

async function startForwarding(port: number, env: Record<string, string>) {
  const dataDir = removeAtEnd(mkdtempSync(join(root, 'data-')));
  const service = await startServerProcess({
    SYNAPSE_DATA_DIR: dataDir,
    SYNAPSE_ADMIN_PASSWORD: ADMIN_PASSWORD,
    SYNAPSE_AUDIT_FORWARD: `tls://localhost:${port}`,
    ...env,
  });
  onTestFinished(async () => void (await service.kill('SIGTERM')));
  const client = createClient(service.url);
  const token = await client.login('admin', ADMIN_PASSWORD);
  return {
    run: (command: string) =>
      client.call('POST', '/synapse/exec', { token, body: { machine: 'local', command, timeout_seconds: 300 } }),
    problem: async () => {
      const { body } = await client.call<{
        instances: { report: { audit_forward: { to: string; problem: string | null }[] } }[];
      }>('GET', '/admin/status', { token });
      return body.instances[0]!.report.audit_forward[0]!.problem;
    },
  };
}

it('to one whose authority is known, framed and in order', async () => {
  const { ca, good } = await serviceCertificates(join(root, 'good'));
  const syslog = await startSyslog(good);
  const { run, problem } = await startForwarding(syslog.port, { NODE_EXTRA_CA_CERTS: ca });
  for (const each of [1, 2, 3]) expect(await run(`echo ${each}`)).toMatchObject({ status: 200 });
  await expect
    .poll(
      () =>
        syslog
          .messages()
          .filter(({ status }) => status === 'done')
          .map(({ seq }) => seq),
      WAIT,
    )
    .toEqual([1, 2, 3]);
  expect(await problem()).toBeNull();
});

it.each(['otherName', 'expired', 'unknown'] as const)(
  'not a word to one whose certificate is not good (%s); it gets all of them once it is',
  async (kind) => {
    const { ca, ...certificates } = await serviceCertificates(join(root, kind));
    const others = await serviceCertificates(join(root, `${kind}-others`));
    const syslog = await startSyslog(kind === 'unknown' ? others.good : certificates[kind]);
    const { run, problem } = await startForwarding(syslog.port, { NODE_EXTRA_CA_CERTS: ca });
    expect(await run('echo kept')).toMatchObject({ status: 200 });
    await expect.poll(problem, WAIT).toMatch(/CERT|SIGNATURE|ISSUER/);
    expect(syslog.stream()).toBe('');
    syslog.show(certificates.good);
    await expect
      .poll(
        () =>
          syslog
            .messages()
            .filter(({ status }) => status === 'done')
            .map((entry) => entry.command_template),
        WAIT,
      )
      .toEqual(['echo kept']);
    await expect.poll(problem, WAIT).toBeNull();
  },
);
