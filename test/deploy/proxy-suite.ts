/** What every reverse proxy of ours must let through, and what it must not trust. */
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it, vi } from 'vitest';
import { createCli } from '../cli/run-cli.ts';
import { ADMIN_PASSWORD, type Service } from '../service.ts';

export interface ProxyPlace {
  /** Where the proxy listens. */
  readonly url: string;
  /** What is behind it. */
  readonly service: Service;
  readonly folder: string;
}

export function describeProxy(at: () => ProxyPlace): void {
  const cli = createCli();
  afterAll(() => cli.remove());

  const login = async (): Promise<string> => {
    const answer = await fetch(`${at().url}/auth/login`, {
      method: 'POST',
      body: new URLSearchParams({ username: 'admin', password: ADMIN_PASSWORD }),
    });
    return ((await answer.json()) as { access_token: string }).access_token;
  };

  it('lets output through as it comes', async () => {
    const go = join(at().folder, 'go');
    const headers = { authorization: `Bearer ${await login()}`, 'content-type': 'application/json' };
    const command = `echo first; until [ -e ${go} ]; do sleep 0.05; done; echo second`;
    const started = await fetch(`${at().url}/synapse/exec`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ machine: 'local', command, wait_seconds: 0 }),
    });
    const { execution_id } = (await started.json()) as { execution_id: string };
    const stream = await fetch(`${at().url}/synapse/executions/${execution_id}/stream`, { headers });
    const decoder = new TextDecoder();
    let heard = '';
    for await (const chunk of stream.body!) {
      heard += decoder.decode(chunk, { stream: true });
      // The command may only go on when the first line is here: a buffer in between would wait for ever.
      if (heard.includes('first')) writeFileSync(go, '');
    }
    expect(heard).toMatch(/first[\s\S]*second[\s\S]*event: end/);
  });

  it('passes on who is calling, and the page’s own origin', async () => {
    const headers = { authorization: `Bearer ${await login()}`, origin: at().url };
    const seen = await fetch(`${at().url}/synapse/connection`, {
      headers: { ...headers, 'x-forwarded-for': '203.0.113.7' },
    });
    // The address that a client claims to be forwarded for is replaced by the one it really called from.
    expect(await seen.json()).toMatchObject({ ip: '127.0.0.1', forwarded_ignored: false });
    const foreign = await fetch(`${at().url}/synapse/connection`, {
      headers: { ...headers, origin: 'https://evil.example' },
    });
    expect(foreign.status).toBe(403);
  });

  it('is found to be well by the doctor', async () => {
    const env = { SYNAPSE_USERNAME: 'admin', SYNAPSE_PASSWORD: ADMIN_PASSWORD };
    const { json } = await cli.run('doctor', ['--json', '--url', at().url], { env });
    const states = Object.fromEntries(json.findings.map(({ check, state }: Record<string, string>) => [check, state]));
    expect(states).toMatchObject({ service: 'ok', origin: 'ok', proxy: 'ok', streaming: 'ok' });
  });

  it('lets an agent connect', async () => {
    const { url, service, folder } = at();
    const token = await login();
    const slug = 'behind-the-proxy';
    const made = await service.call<{ enrollment: { code: string } }>('POST', '/synapse/machines', {
      token,
      body: { slug, kind: 'agent' },
    });
    const args = ['--server', url, '--code', made.body.enrollment.code, '--home', join(folder, 'agent')];
    const agent = cli.start('agent run', args);
    const exec = () =>
      service.call('POST', '/synapse/exec', { token, body: { machine: slug, command: 'echo out there', cwd: '/' } });
    await vi.waitFor(async () => expect((await exec()).body).toMatchObject({ stdout: 'out there\n' }), {
      timeout: 45_000,
      interval: 500,
    });
    agent.kill('SIGTERM');
    await once(agent, 'close');
    await service.call('DELETE', `/synapse/machines/${slug}`, { token });
  });
}
