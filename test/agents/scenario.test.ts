/** A real agent on a real service: enrolled, at work, gone, revoked. */
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { nap, sleeping } from '../engines/process-tree.ts';
import { removeAtEnd } from '../left-behind.ts';
import { type Service, startService } from '../service.ts';
import { startAgent } from './agent-process.ts';
import { newAgentMachine } from './agent-rig.ts';

describe('a machine that connects out', () => {
  let service: Service;
  let session: string;
  let token: string;
  beforeAll(async () => {
    service = await startService({}, { agentHeartbeatMs: 500 });
    session = await service.login();
    token = await service.newToken(session);
  });
  afterAll(() => service.stop());

  let machines = 0;
  const newMachine = () => newAgentMachine(service, session, `m-${++machines}`);
  const look = async (slug: string) => (await service.tool(token, 'synapse_get_machine', { machine: slug })).result;

  it('lets a real agent in, runs on it with cwd only, and says when it is gone [C5-CWD]', async () => {
    const { slug, code } = await newMachine();
    const exec = (args: object) => service.tool(token, 'synapse_exec', { machine: slug, command: 'pwd', ...args });
    expect(await exec({ cwd: '/' })).toMatchObject({ isError: true, code: 'machine_offline' });
    const agent = startAgent({ url: service.url, code });
    await agent.says('connected to');
    await vi.waitFor(
      async () =>
        expect(await look(slug)).toMatchObject({
          connected: true,
          presence: 'online',
          last_seen_at: expect.any(String),
          agent: { enrolled_at: expect.any(String), version: '0.1.0', platform: expect.stringContaining('linux') },
        }),
      45_000,
    );
    expect((await exec({ cwd: '/usr' })).result).toMatchObject({ success: true, stdout: '/usr\n' });
    const steps = { cwd: '/usr', command: "pwd; sh -c 'echo two; exit 4'; echo three" };
    const told = "$ pwd\n/usr\n$ sh -c 'echo two; exit 4' · exit 4\ntwo\n$ echo three\nthree\n";
    expect((await exec(steps)).result).toMatchObject({ exit_code: 0, stdout: told });
    expect((await exec({ ...steps, raw: true })).result.stdout).toBe('/usr\ntwo\nthree\n');
    const job = (await exec({ ...steps, detach: true })).result.execution_id;
    const asked = { execution_id: job, wait_seconds: 60 };
    expect((await service.tool(token, 'synapse_get_execution', asked)).result).toMatchObject({ stdout: told });
    expect((await exec({})).code).toBe('cwd_required');
    expect((await exec({ cwd: '/no/such' })).code).toBe('cwd_not_found');
    expect((await exec({ cwd: '../x' })).code).toBe('cwd_invalid');
    const test = await service.call('POST', `/synapse/machines/${slug}/test`, { token: session });
    expect(test.body).toEqual({ ok: true });
    await agent.stop();
    await vi.waitFor(async () => expect((await look(slug)).presence).toBe('offline'), 45_000);
    expect((await look(slug)).connected).toBe(false);
    const refused = await exec({ cwd: '/', timeout_seconds: 60 });
    expect(refused).toMatchObject({ isError: true, code: 'machine_offline' });
    expect(refused.text).toMatch(/hors ligne/);
    const { entries } = (await service.tool(token, 'synapse_list_audit_logs', { machine: slug, limit: 1 })).result;
    expect(entries[0]).toMatchObject({ status: 'refused', refusal: 'machine_offline' });
  });

  it('writes, edits and copies files there and back, each in several scripts', async () => {
    const { slug, code } = await newMachine();
    const agent = startAgent({ url: service.url, code });
    await agent.says('connected to');
    const home = mkdtempSync(join(tmpdir(), 'synapse-agent-files-'));
    removeAtEnd(home);
    const tool = async (name: string, args: Record<string, unknown>) =>
      (await service.tool(token, `synapse_${name}`, args)).result;
    const at = (name: string) => join(service.scratch, name);
    await tool('write_file', { machine: slug, path: join(home, 'a.txt'), text: 'one\ntwo\n' });
    await tool('edit_file', { machine: slug, path: join(home, 'a.txt'), edits: [{ old: 'two', new: 'three' }] });
    expect(readFileSync(join(home, 'a.txt'), 'utf8')).toBe('one\nthree\n');
    expect(await tool('copy', { from: `${slug}:${home}`, to: `local:${at('copied')}` })).toEqual({
      files: 1,
      bytes: 10,
    });
    expect(readFileSync(join(at('copied'), 'a.txt'), 'utf8')).toBe('one\nthree\n');
    writeFileSync(at('b.bin'), Buffer.alloc(300_000, 7));
    expect(await tool('copy', { from: `local:${at('b.bin')}`, to: `${slug}:${home}/` })).toEqual({
      files: 1,
      bytes: 300_000,
    });
    expect(readFileSync(join(home, 'b.bin'))).toEqual(Buffer.alloc(300_000, 7));
    await agent.stop();
  });

  it('hands secrets over without leaving them anywhere on the machine', async () => {
    const { slug, code } = await newMachine();
    const canary = 'canary-of-the-agent';
    await service.tool(token, 'synapse_put_secret', { name: 'CANARY', value: canary });
    const agent = startAgent({ url: service.url, code });
    await agent.says('connected to');
    const command = 'printf "%s" "{{CANARY}}" | wc -c';
    const { result } = await service.tool(token, 'synapse_exec', { machine: slug, command, cwd: '/' });
    expect(result.stdout.trim()).toBe(String(canary.length));
    await vi.waitFor(() => expect(agent.log()).toContainEqual(expect.objectContaining({ kind: 'exited' })), 45_000);
    expect(JSON.stringify(agent.log())).toContain('wc -c');
    expect(JSON.stringify(agent.log()) + agent.printed()).not.toContain(canary);
    expect(service.log.join('')).not.toContain(canary);
    await agent.stop();
  });

  it('disconnects at once what is removed or enrolled anew, and takes nothing more from it', async () => {
    const removed = await newMachine();
    const renewed = await newMachine();
    const agents = [removed, renewed].map(({ code }) => startAgent({ url: service.url, code }));
    await Promise.all(agents.map((agent) => agent.says('connected to')));
    const running = service.tool(token, 'synapse_exec', {
      machine: removed.slug,
      command: `sleep ${nap(1105)}`,
      cwd: '/',
    });
    await vi.waitFor(async () => expect(await sleeping(1105)).not.toEqual([]), 45_000);
    await service.tool(token, 'synapse_delete_machine', { machine: removed.slug });
    expect(await agents[0]!.exit).toBe(3);
    expect(agents[0]!.printed()).toContain('the machine was removed');
    expect(await running).toMatchObject({ isError: true, code: 'execution_lost' });
    await vi.waitFor(async () => expect(await sleeping(1105)).toEqual([]), 45_000);
    const path = `/synapse/machines/${renewed.slug}/enrollment`;
    const fresh = await service.call<{ code: string }>('POST', path, { token: session });
    expect(fresh.status).toBe(201);
    expect(await agents[1]!.exit).toBe(3);
    const late = startAgent({ url: service.url, code: renewed.code });
    expect(await late.exit).toBe(1);
    expect(late.printed()).toContain('does not know this code');
    const back = startAgent({ url: service.url, code: fresh.body.code });
    await back.says('connected to');
    const other = await service.newUser('pro');
    expect((await service.call('POST', path, { token: other.session })).status).toBe(404);
    for (const agent of [...agents, late, back]) await agent.stop();
  });
});
