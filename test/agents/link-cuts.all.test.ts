/** A link that is cut in the middle of a command, for a second, for ten, for ever, with the default heartbeat. */
import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { nap, sleeping } from '../engines/process-tree.ts';
import { type Service, startService } from '../service.ts';
import { type AgentProcess, startAgent } from './agent-process.ts';
import { newAgentMachine } from './agent-rig.ts';
import { type LinkProxy, startLinkProxy } from './link-proxy.ts';

interface Entry {
  readonly execution_id: string;
  readonly status: string;
  readonly refusal: string | null;
}

describe('a link that is cut', () => {
  let service: Service;
  let session: string;
  let proxy: LinkProxy;
  let agent: AgentProcess;
  beforeAll(async () => {
    service = await startService();
    session = await service.login();
    proxy = await startLinkProxy(service.url);
    const { code } = await newAgentMachine(service, session, 'laptop');
    agent = startAgent({ url: proxy.url, code });
    await agent.says('connected to');
  });
  afterAll(async () => {
    await agent?.stop();
    await proxy?.stop();
    await service?.stop();
  });

  const exec = (command: string, timeout_seconds: number) =>
    service.call('POST', '/synapse/exec', {
      token: session,
      body: { machine: 'laptop', cwd: '/', command, raw: true, timeout_seconds },
    });
  const lastEntry = async () => {
    const { body } = await service.call<{ entries: Entry[] }>('GET', '/synapse/executions?limit=1', { token: session });
    return body.entries[0]!;
  };
  const numbers = (to: number) => Array.from({ length: to }, (_, index) => `${index + 1}\n`).join('');

  // For the longer cuts, one command ends during the cut, one after it.
  it.each([
    [1, 3],
    [10, 8],
    [10, 14],
  ])('for %i s in the middle of a command of %i s loses nothing and repeats nothing', async (cut, lasts) => {
    const [count, file] = [lasts * 20, `${agent.home}/runs-${lasts}`];
    const links = agent.printed().split('connected to').length;
    const counting = `i=0; while [ $i -lt ${count} ]; do i=$((i+1)); echo $i; sleep 0.05; done`;
    const running = exec(`echo x >>${file}; ${counting}; exit 7`, 120);
    await vi.waitFor(() => expect(readFileSync(file, 'utf8')).toBe('x\n'), 45_000);
    await delay(500);
    proxy.cut();
    await delay(cut * 1000);
    expect(await lastEntry()).toMatchObject({ status: 'running' });
    proxy.mend();
    const { status, body } = await running;
    expect([status, body.exit_code, body.status]).toEqual([200, 7, 'done']);
    expect(body.stdout).toBe(numbers(count));
    expect(readFileSync(file, 'utf8')).toBe('x\n');
    await agent.says('connected to', links);
    expect(await lastEntry()).toMatchObject({ status: 'done', refusal: null });
  });

  it('for ever: its caller hears of it at the deadline, and the agent kills the command alone', async () => {
    const running = exec(`echo before; sleep ${nap(1105)}`, 12);
    await vi.waitFor(async () => expect(await sleeping(1105)).not.toEqual([]), 45_000);
    proxy.cut();
    const { status, body } = await running;
    expect([status, body.code]).toEqual([502, 'execution_lost']);
    const entry = await lastEntry();
    expect(entry).toMatchObject({ status: 'interrupted', refusal: 'execution_lost' });
    const output = await service.call('GET', `/synapse/executions/${entry.execution_id}/output`, { token: session });
    expect(output.body.text).toBe('before\n');
    await vi.waitFor(async () => expect(await sleeping(1105)).toEqual([]), 45_000);
    proxy.mend();
    await vi.waitFor(async () => expect((await exec('true', 60)).status).toBe(200), 45_000);
  });
});
