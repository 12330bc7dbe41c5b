/**
 * The link over TLS: a real nginx with a private authority in front of the service, and certificates that must be
 * rejected.
 */
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { bundleAgent } from '../../scripts/bundle-agent.ts';
import { describeEngine } from '../engines/describe-engine.ts';
import { freePort, locate } from '../engines/engines.ts';
import { findNginx, type Nginx, startNginx } from '../engines/nginx.ts';
import { type CertificateFiles, type ServiceCertificates, serviceCertificates } from '../engines/tls-certificates.ts';
import { type Service, startService } from '../service.ts';
import { agentCommand, startAgent } from './agent-process.ts';
import { newAgentMachine } from './agent-rig.ts';

const PROGRAM = 'packages/agent/dist/synapse-agent.mjs';
const shell = promisify(execFile);

describeEngine(await locate('nginx', findNginx), 'an agent over TLS', (root) => {
  const folder = mkdtempSync(join(tmpdir(), 'synapse-tls-'));
  let certificates: ServiceCertificates;
  let service: Service;
  let session: string;
  let proxy: Nginx;
  let url: string;
  beforeAll(async () => {
    // The file may be read at any time: it is there completely, or not at all.
    await bundleAgent(`${PROGRAM}.${process.pid}`);
    renameSync(`${PROGRAM}.${process.pid}`, PROGRAM);
    certificates = await serviceCertificates(join(folder, 'certificates'));
    const port = await freePort();
    url = `https://localhost:${port}`;
    service = await startService({ SYNAPSE_PUBLIC_URL: url, SYNAPSE_TRUST_PROXY: '127.0.0.1' });
    session = await service.login();
    proxy = await startNginx(root(), { port, upstreams: [new URL(service.url).host], tls: certificates.good });
  });
  afterAll(async () => {
    await proxy?.stop();
    await service?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const exec = async (machine: string, command: string) =>
    (await service.call('POST', '/synapse/exec', { token: session, body: { machine, command, cwd: '/' } })).body;
  const home = (name: string) => {
    mkdirSync(join(folder, name));
    return join(folder, name);
  };
  /** Shows a certificate and serves nothing else. Any data that arrives there would be a failure. */
  const show = async ({
    cert,
    key,
  }: CertificateFiles): Promise<{ url: string; server: Server; heard: () => number }> => {
    let heard = 0;
    const server = createServer({ cert: readFileSync(cert), key: readFileSync(key) }, (_, response) => {
      heard += 1;
      response.end();
    });
    server.on('upgrade', (_, socket) => {
      heard += 1;
      socket.destroy();
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return { url: `https://localhost:${(server.address() as AddressInfo).port}`, server, heard: () => heard };
  };

  it('is brought in by the line that is shown, where the system knows the authority', async () => {
    const { command } = await newAgentMachine(service, session, 'pasted');
    expect(command).toContain(`curl -fsSL ${url}/agent/synapse-agent.mjs`);
    const folder = home('pasted');
    const env = {
      ...process.env,
      HOME: folder,
      XDG_CONFIG_HOME: '',
      CURL_CA_BUNDLE: certificates.ca,
      NODE_EXTRA_CA_CERTS: certificates.ca,
      PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
    };
    const pasted = shell('sh', ['-c', `exec 2>&1; ${command}`], { cwd: folder, env });
    await vi.waitFor(async () => expect(await exec('pasted', 'echo here')).toMatchObject({ stdout: 'here\n' }), 45_000);
    expect(readFileSync(join(folder, 'synapse-agent.mjs'))).toEqual(readFileSync(PROGRAM));
    const { printed } = await agentCommand(['status'], { HOME: folder, XDG_CONFIG_HOME: '' }, PROGRAM);
    expect(printed).toContain(`pasted on ${url}`);
    process.kill(Number(/process (\d+)/.exec(printed)![1]), 'SIGTERM');
    expect((await pasted).stdout).toContain(`connected to ${url}`);
  });

  it('trusts the authority that its owner names, then and later, for link and update', async () => {
    const { slug, code } = await newAgentMachine(service, session, 'named');
    const kept = join(folder, 'named');
    const env = { NODE_EXTRA_CA_CERTS: '' };
    const first = startAgent({ url, code, home: kept, env, flags: ['--ca', certificates.ca] });
    await first.says(`connected to ${url}`);
    expect(await exec(slug, 'seq 3; exit 4')).toMatchObject({ stdout: '1\n2\n3\n', exit_code: 4 });
    expect(readFileSync(proxy.accessLog, 'utf8')).toContain('GET /agent/link HTTP/1.1" 101');
    await first.stop();
    const again = startAgent({ home: kept, env });
    await again.says(`connected to ${url}`);
    await again.stop();

    const program = join(folder, 'named.mjs');
    writeFileSync(program, readFileSync(PROGRAM));
    appendFileSync(program, '// an older one\n');
    const update = () => agentCommand(['update', '--home', kept], { ...env, HOME: kept, XDG_CONFIG_HOME: '' }, program);
    expect(await update()).toEqual({ code: 0, printed: 'updated\n' });
    expect(readFileSync(program)).toEqual(readFileSync(PROGRAM));
    expect(await update()).toEqual({ code: 0, printed: 'up to date\n' });
  });

  it('believes no certificate that it cannot check, says why, and sends nothing', async () => {
    const tries: [string, CertificateFiles, string[], RegExp][] = [
      ['stranger', certificates.good, [], /authority that is not trusted here.*--ca FILE.*NODE_EXTRA_CA_CERTS/],
      ['other-name', certificates.otherName, ['--ca', certificates.ca], /certificate is for another name/],
      ['expired', certificates.expired, ['--ca', certificates.ca], /certificate has expired/],
    ];
    for (const [name, files, flags, reason] of tries) {
      const shown = await show(files);
      const { code } = await newAgentMachine(service, session, name);
      const args = ['enrol', '--home', join(folder, name), '--server', shown.url, '--code', code, ...flags];
      const refused = await agentCommand(args, { NODE_EXTRA_CA_CERTS: '' });
      expect([name, refused.code]).toEqual([name, 1]);
      expect(refused.printed).toMatch(reason);
      expect(refused.printed).not.toContain(code);
      expect([name, shown.heard()]).toEqual([name, 0]);
      shown.server.close();
    }
  });

  it('that is enrolled stays away from a service that shows another certificate, and is back when it is mended', async () => {
    const { slug, code } = await newAgentMachine(service, session, 'steady');
    const kept = join(folder, 'steady');
    const env = { NODE_EXTRA_CA_CERTS: '' };
    await agentCommand(['enrol', '--home', kept, '--server', url, '--code', code, '--ca', certificates.ca], env);
    // Only the identity is kept: without the authority nothing is sent.
    const identity = JSON.parse(readFileSync(join(kept, 'identity.json'), 'utf8'));
    writeFileSync(join(kept, 'identity.json'), JSON.stringify({ ...identity, ca: null }));
    const agent = startAgent({ home: kept, env });
    await agent.says('authority that is not trusted here');
    expect(await exec(slug, 'true')).toMatchObject({ code: 'machine_offline' });
    await agent.stop();
    const mended = startAgent({ home: kept, env, flags: ['--ca', certificates.ca] });
    await mended.says(`connected to ${url}`);
    expect(await exec(slug, 'echo back')).toMatchObject({ stdout: 'back\n' });
    await mended.stop();
  });

  it('goes without TLS only to this very computer, or where its owner says so', async () => {
    const open = await startService({ SYNAPSE_HOST: '0.0.0.0' });
    const owner = await open.login();
    const { slug, code } = await newAgentMachine(open, owner, 'plain');
    // By its name it does not look like the loopback.
    const plain = open.url.replace('127.0.0.1', '0.0.0.0');
    const args = ['--home', join(folder, 'plain'), '--server', plain, '--code', code];
    const refused = await agentCommand(['enrol', ...args]);
    expect(refused.code).toBe(1);
    expect(refused.printed).toContain('is not encrypted: use https://, or --plain-http');
    expect(await agentCommand(['enrol', ...args, '--plain-http'])).toMatchObject({ code: 0 });
    const agent = startAgent({ home: join(folder, 'plain') });
    await agent.says('connected to');
    const body = { machine: slug, command: 'echo plain', cwd: '/' };
    const ran = await open.call('POST', '/synapse/exec', { token: owner, body });
    expect(ran.body).toMatchObject({ stdout: 'plain\n' });
    await agent.stop();
    const noTls = await agentCommand([
      'enrol',
      ...args.slice(0, 2),
      '--server',
      plain.replace('http:', 'https:'),
      '--code',
      'x',
    ]);
    expect(noTls.printed).toContain('does not speak TLS');
    await open.stop();
    const wrongName = await agentCommand([
      'enrol',
      ...args.slice(0, 2),
      '--plain-http',
      '--code',
      'x',
      '--server',
      service.url.replace('127.0.0.1', '0.0.0.0'),
    ]);
    expect(wrongName.printed).toContain('it answered 403; is its SYNAPSE_PUBLIC_URL the address that you use?');
    const noFile = await agentCommand(['enrol', ...args, '--ca', PROGRAM]);
    expect([noFile.code, noFile.printed]).toEqual([1, `${PROGRAM} holds no certificate (PEM)\n`]);
  });
});
