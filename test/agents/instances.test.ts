/** An agent is linked to one of several instances. The others know of it, and none of them reports a wrong state. */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createPostgresDatabase } from '../databases.ts';
import { type Service, startService } from '../service.ts';
import { type AgentProcess, startAgent } from './agent-process.ts';
import { newAgentMachine } from './agent-rig.ts';

describe('two instances on one database', () => {
  let [here, there]: Service[] = [];
  let session: string;
  let agent: AgentProcess;
  beforeAll(async () => {
    const env = {
      SYNAPSE_DATABASE_URL: await createPostgresDatabase(),
      SYNAPSE_MASTER_KEY: randomBytes(32).toString('base64'),
    };
    here = await startService(env, { agentHeartbeatMs: 1000 });
    there = await startService(env, { agentHeartbeatMs: 1000 });
    session = await here.login();
    const { code } = await newAgentMachine(there, session, 'laptop');
    agent = startAgent({ url: here.url, code });
    await agent.says('connected to');
  });
  afterAll(async () => {
    await agent?.stop();
    await there?.stop();
    await here?.stop();
  });
  const look = async (service: Service) =>
    (await service.call('GET', '/synapse/machines/laptop', { token: session })).body;
  const exec = (service: Service) =>
    service.call('POST', '/synapse/exec', {
      token: session,
      body: { machine: 'laptop', command: 'echo ok', cwd: '/' },
    });

  it('both show it as there', async () => {
    for (const service of [here!, there!]) {
      await vi.waitFor(
        async () => expect(await look(service)).toMatchObject({ connected: true, presence: 'online' }),
        45_000,
      );
    }
  });

  it('the one that holds the link runs commands; the other says that it cannot', async () => {
    expect((await exec(here!)).body).toMatchObject({ success: true, stdout: 'ok\n' });
    expect(await exec(there!)).toMatchObject({ status: 502, body: { code: 'machine_offline' } });
  });

  it('what is removed on one is cut off by the other', async () => {
    expect((await there!.call('DELETE', '/synapse/machines/laptop', { token: session })).status).toBe(204);
    expect(await agent.exit).toBe(3);
    expect((await exec(here!)).body.code).toBe('machine_not_found');
  });
});
