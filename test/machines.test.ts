/**
 * Machines of every kind through the service: made, reached, protected, and searched for a secret that must be nowhere.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { ExecResult } from '../packages/contract/src/index.ts';
import type { MachineHealth } from '../packages/contract/src/machine-health.ts';
import { fingerprintOf } from '../packages/server/src/machines/host-key.ts';
import type { ContainerEngine } from './engines/container-engine.ts';
import { describeEngine } from './engines/describe-engine.ts';
import { findDockerd, startDockerd } from './engines/dockerd.ts';
import { generateEd25519 } from './engines/ed25519-keys.ts';
import { locate } from './engines/engines.ts';
import { locateSshd, type Sshd, startSshd } from './engines/sshd.ts';
import { type Service, startService } from './service.ts';

interface ListedTool {
  readonly name: string;
  readonly inputSchema: { readonly properties?: Record<string, unknown> };
}

const CANARY = 'cAnAry-7f3e"\'$(id)`x`\\-9d1c';

let service: Service;
let session: string;
let token: string;
/** Everything the service ever answered, to be searched at the end. */
const answers: string[] = [];
beforeAll(async () => {
  service = await startService();
  session = await service.login();
  token = await service.newToken(session);
  await service.tool(token, 'synapse_put_secret', { name: 'CANARY', value: CANARY });
});
afterAll(() => service.stop());

const tool = async (name: string, args: Record<string, unknown> = {}) => {
  const answer = await service.tool(token, name, args);
  answers.push(JSON.stringify(answer));
  return answer;
};
const exec = (machine: string, command: string, more: Record<string, unknown> = {}) =>
  tool('synapse_exec', { machine, command, ...more });

describe('machines', () => {
  it('the host of the service has one name', async () => {
    const { body } = await service.call('GET', '/synapse/machines/local', { token: session });
    expect(body).toMatchObject({ slug: 'local', label: 'local', kind: 'local' });
  });

  it('a test also tries what the machine names: its directory, and its secret for sudo', async () => {
    const test = async (change: object) => {
      await service.call('PATCH', '/synapse/machines/spot', { token: session, body: change });
      return (await service.call('POST', '/synapse/machines/spot/test', { token: session })).body;
    };
    await service.created('/synapse/machines', session, { slug: 'spot', kind: 'local' });
    expect(await test({ default_cwd: service.scratch })).toEqual({ ok: true });
    const missing = join(service.scratch, 'not-there');
    expect(await test({ default_cwd: missing })).toMatchObject({ ok: false, code: 'cwd_not_found' });
    expect(await test({ default_cwd: null, sudo_secret: 'CANARI' })).toMatchObject({
      ok: false,
      code: 'secret_missing',
      message: expect.stringContaining('CANARY'),
    });
    const wish = { slug: 'other', kind: 'local', default_cwd: missing };
    const checked = await service.call('POST', '/synapse/machines/check', { token: session, body: wish });
    expect(checked.body).toMatchObject({ ok: false, code: 'cwd_not_found' });
    // It answers, all the same.
    const shown = await service.call('GET', '/synapse/machines/spot', { token: session });
    expect(shown.body).toMatchObject({ connected: true });
    await service.call('DELETE', '/synapse/machines/spot', { token: session });
  });

  it('are made, listed, changed and removed, by tool and over REST [C4-MACHINES]', async () => {
    const made = await tool('synapse_create_machine', {
      slug: 'web-1',
      kind: 'ssh',
      containers: ['app', 'db', 'app'],
      default_container: 'app',
      connection: { host: 'web-1.example', user: 'deploy', key_secret: 'DEPLOY_KEY' },
    });
    expect(made.result).toEqual({
      slug: 'web-1',
      label: 'web-1',
      kind: 'ssh',
      containers: ['app', 'db'],
      default_container: 'app',
      default_cwd: null,
      tags: [],
      statut: 'active',
      made_by: 'assistant',
      confirmed: false,
      connected: false,
      last_seen_at: null,
      created_at: expect.any(String),
      updated_at: expect.any(String),
    });
    expect((await tool('synapse_create_machine', { slug: 'web-1', kind: 'local' })).code).toBe('machine_exists');
    const changed = await service.call('PATCH', '/synapse/machines/web-1', {
      token: session,
      body: { label: 'Web', status: 'maintenance', default_container: null },
    });
    expect(changed.body).toMatchObject({
      label: 'Web',
      statut: 'maintenance',
      default_container: null,
      containers: ['app', 'db'],
    });
    const listed = await service.call<{ machines: { slug: string }[] }>('GET', '/synapse/machines', { token: session });
    expect(listed.body.machines.map(({ slug }) => slug)).toEqual(['local', 'web-1']);
    expect((await tool('synapse_get_machine', { slug: 'web-1' })).result.label).toBe('Web');
    expect((await tool('synapse_delete_machine', { machine: 'web-1' })).result).toEqual({ deleted: true });
    expect((await tool('synapse_get_machine', { machine: 'web-1' })).code).toBe('machine_not_found');
  });

  it('have tags, each once, by which the list is filtered', async () => {
    const { session: owner } = await service.newUser('pro');
    const connection = { host: 'web.example', user: 'deploy', key_secret: 'DEPLOY_KEY' };
    const machine = { kind: 'ssh', connection };
    const web = await service.created('/synapse/machines', owner, {
      ...machine,
      slug: 'web',
      tags: ['web', 'eu', 'web'],
    });
    expect(web).toMatchObject({ tags: ['eu', 'web'] });
    await service.created('/synapse/machines', owner, { ...machine, slug: 'db', tags: ['eu'] });
    const token = await service.newToken(owner);
    const listed = async (query: string, tag?: string) => {
      const { body } = await service.call<{ machines: { slug: string }[] }>('GET', `/synapse/machines${query}`, {
        token: owner,
      });
      const { result } = await service.tool(token, 'synapse_list_machines', tag === undefined ? {} : { tag });
      const slugs = body.machines.map(({ slug }) => slug);
      expect((result as typeof body).machines.map(({ slug }) => slug)).toEqual(slugs);
      return slugs;
    };
    expect(await listed('')).toEqual(['db', 'web']);
    expect(await listed('?tag=web', 'web')).toEqual(['web']);
    expect(await listed('?tag=eu', 'eu')).toEqual(['db', 'web']);
    expect(await listed('?tag=e', 'e')).toEqual([]);
    const changed = await service.tool(token, 'synapse_update_machine', { machine: 'db', tags: ['db', 'web'] });
    expect(changed.result).toMatchObject({ tags: ['db', 'web'] });
    expect(await listed('?tag=web', 'web')).toEqual(['db', 'web']);
    const kept = await service.call('PATCH', '/synapse/machines/db', { token: owner, body: { label: 'Database' } });
    expect(kept.body).toMatchObject({ tags: ['db', 'web'] });
    for (const tags of [
      [''],
      ['a b'],
      ['tag:x'],
      ['-x'],
      ['x'.repeat(64)],
      Array.from({ length: 33 }, (_, n) => `t${n}`),
    ]) {
      const refused = await service.call('PATCH', '/synapse/machines/db', { token: owner, body: { tags } });
      expect(refused.status, JSON.stringify(tags)).toBe(422);
    }
    expect(await listed('?tag=web', 'web')).toEqual(['db', 'web']);
  });

  it('are named by slug wherever a tool takes a machine', async () => {
    const { result } = (await service.mcp<{ result: { tools: ListedTool[] } }>(token, 'tools/list')).body;
    const takers = result.tools.filter(({ inputSchema }) => 'machine' in (inputSchema.properties ?? {}));
    expect(takers.length).toBeGreaterThan(5);
    for (const { name } of takers) {
      const { text } = await tool(name, { slug: 'nowhere' });
      expect(text, name).not.toMatch(/slug/);
    }
    await exec('nowhere', 'true');
    expect((await tool('synapse_list_audit_logs', { slug: 'nowhere' })).result.entries).toEqual([
      expect.objectContaining({ machine: 'nowhere', refusal: 'machine_not_found' }),
    ]);
  });

  it('tell their owner over REST how they are reached, by the names of secrets, and assistants nothing of it', async () => {
    const jump = { host: 'gate.example', port: 2222, user: 'gate', password_secret: 'GATE_PASSWORD' };
    const connection = {
      host: 'web-2.example',
      port: 22,
      user: 'deploy',
      key_secret: 'DEPLOY_KEY',
      host_key: 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIGdpdmVu',
      jump,
    };
    const created = await tool('synapse_create_machine', { slug: 'web-2', kind: 'ssh', connection });
    expect(created.isError).toBe(false);
    const own = await service.call('GET', '/synapse/machines/web-2', { token: session });
    expect(own.body).toMatchObject({ slug: 'web-2', connection });
    expect(own.body.host_keys).toEqual([
      {
        address: 'web-2.example:22',
        key: connection.host_key,
        fingerprint: 'SHA256:43PZykaNkgyiAzkbJiAR+0hgwSkuocomFI8i16uEHts',
        given: true,
      },
    ]);
    const listed = await service.call<{ machines: { slug: string }[] }>('GET', '/synapse/machines', { token: session });
    expect(listed.body.machines).toContainEqual(own.body);
    for (const name of ['synapse_list_machines', 'synapse_get_machine']) {
      const { text } = await tool(name, name === 'synapse_get_machine' ? { machine: 'web-2' } : {});
      expect(text).toContain('web-2');
      expect(text).not.toMatch(/connection|host_key|deploy|DEPLOY_KEY|gate/i);
    }

    await tool('synapse_put_secret', { name: 'DEPLOY_KEY', value: 'not a key, and long enough' });
    await tool('synapse_put_secret', { name: 'UNUSED', value: 'nobody asks for this one' });
    await tool('synapse_put_alias', { code: 'dpk', command: 'echo "{{DEPLOY_KEY}}" | wc -c' });
    await exec('local', 'echo "{{DEPLOY_KEY}}" | tr a-z x');
    const vault = await service.call<{ secrets: { name: string; used_by: unknown }[] }>('GET', '/synapse/secrets', {
      token: session,
    });
    const usesOf = (wanted: string) =>
      vault.body.secrets.find(({ name }: { name: string }) => name === wanted)?.used_by;
    expect(usesOf('DEPLOY_KEY')).toEqual({
      machines: ['web-2'],
      aliases: ['dpk'],
      executions: [
        {
          execution_id: expect.any(String),
          command_template: 'echo "{{DEPLOY_KEY}}" | tr a-z x',
          created_at: expect.any(String),
        },
      ],
    });
    expect(usesOf('UNUSED')).toEqual({ machines: [], aliases: [], executions: [] });
    expect(JSON.stringify(vault.body)).not.toContain('long enough');
    expect((await tool('synapse_list_secrets')).text).not.toContain('used_by');
    const stranger = await service.newUser('pro');
    const theirs = await service.call('GET', '/synapse/machines/web-2', { token: stranger.session });
    expect(theirs.status).toBe(404);
    await tool('synapse_delete_machine', { machine: 'web-2' });
    await tool('synapse_delete_alias', { code: 'dpk' });
    for (const name of ['DEPLOY_KEY', 'UNUSED']) await tool('synapse_delete_secret', { name });
  });

  it('belong to their user: to others they do not exist [C2-ISOLATION]', async () => {
    const other = await service.newUser('pro');
    const otherToken = await service.newToken(other.session);
    for (const [name, args] of [
      ['synapse_get_machine', { machine: 'local' }],
      ['synapse_update_machine', { machine: 'local', label: 'mine' }],
      ['synapse_delete_machine', { machine: 'local' }],
      ['synapse_exec', { machine: 'local', command: 'true' }],
    ] as const) {
      const answer = await service.tool(otherToken, name, args);
      expect([answer.code, answer.text], name).toEqual(['machine_not_found', 'Machine introuvable']);
    }
    const put = await service.tool(otherToken, 'synapse_delete_secret', { name: 'CANARY' });
    expect(put.code).toBe('secret_not_found');
    expect((await service.tool(otherToken, 'synapse_list_secrets')).result.secrets).toEqual([]);
    expect((await service.tool(otherToken, 'synapse_list_machines')).result.machines).toEqual([]);
  });

  it.each([
    [{ slug: 'Web', kind: 'local' }, 'slug'],
    [{ slug: 'a', kind: 'vm' }, 'kind'],
    [{ slug: 'a', kind: 'ssh' }, 'connection'],
    [{ slug: 'a', kind: 'ssh', connection: { host: '-oProxyCommand=x', user: 'u', key_secret: 'K' } }, 'connection'],
    [{ slug: 'a', kind: 'ssh', connection: { host: 'h', user: '-x', key_secret: 'K' } }, 'connection'],
    [{ slug: 'a', kind: 'ssh', connection: { host: 'h', user: 'u' } }, 'connection'],
    [
      { slug: 'a', kind: 'ssh', connection: { host: 'h', user: 'u', key_secret: 'K', password_secret: 'P' } },
      'connection',
    ],
    [{ slug: 'a', kind: 'docker', connection: { socket: 'relative.sock' } }, 'connection'],
    [{ slug: 'a', kind: 'local', containers: ['--privileged'] }, 'containers'],
    [{ slug: 'a', kind: 'local', containers: ['a'], default_container: 'b' }, 'default_container'],
    [{ slug: 'a', kind: 'local', default_cwd: '../etc' }, 'default_cwd'],
  ])('refuse %j and name the field', async (body, field) => {
    const { status, body: problem } = await service.call<{ fields: { field: string }[] }>('POST', '/synapse/machines', {
      token: session,
      body,
    });
    expect(status).toBe(422);
    expect(problem.fields.some((wrong) => wrong.field.startsWith(field))).toBe(true);
  });

  it('test their connection and say what failed', async () => {
    await tool('synapse_create_machine', {
      slug: 'nowhere',
      kind: 'ssh',
      connection: { host: '127.0.0.1', port: 1, user: 'u', password_secret: 'CANARY' },
    });
    const tried = await service.call('POST', '/synapse/machines/nowhere/test', { token: session });
    expect(tried.body).toMatchObject({ ok: false, code: 'machine_unreachable' });
    expect((await exec('nowhere', 'true')).code).toBe('machine_unreachable');
    const { result } = await tool('synapse_list_audit_logs', { limit: 1 });
    expect(result.entries[0]).toMatchObject({ machine: 'nowhere', status: 'refused', refusal: 'machine_unreachable' });
  });
});

describe('secrets', () => {
  it('go in, are listed by name, warn when weak, and never come out [C4-SECRETS]', async () => {
    const put = await service.call('PUT', '/synapse/secrets/SHORT_ONE', { token: session, body: { value: 'abc' } });
    expect(put.body).toMatchObject({ name: 'SHORT_ONE', created: true, warning: expect.any(String) });
    const again = await tool('synapse_put_secret', { name: 'SHORT_ONE', value: 'a much longer one' });
    expect(again.result).toEqual({ name: 'SHORT_ONE', created: false });
    const listed = await service.call('GET', '/synapse/secrets', { token: session });
    expect(JSON.stringify(listed.body)).toContain('SHORT_ONE');
    expect(JSON.stringify(listed.body)).not.toContain('longer');
    expect((await tool('synapse_delete_secret', { name: 'SHORT_ONE' })).result).toEqual({ deleted: true });
    expect((await tool('synapse_delete_secret', { name: 'SHORT_ONE' })).code).toBe('secret_not_found');
    for (const value of ['', 'x'.repeat(65_537), 'nul\0']) {
      const refused = await service.call('PUT', '/synapse/secrets/BAD', { token: session, body: { value } });
      expect(refused.status).toBe(422);
      expect(JSON.stringify(refused.body)).not.toContain('xxx');
    }
  });
});

describeEngine(await locateSshd(), 'ssh machines', (program) => {
  let sshd: Sshd;
  beforeAll(async () => {
    sshd = await startSshd(program());
    await service.tool(token, 'synapse_put_secret', { name: 'SSH_KEY', value: sshd.privateKey });
    const connection = { host: '127.0.0.1', port: sshd.port, user: 'tester', key_secret: 'SSH_KEY' };
    await tool('synapse_create_machine', { slug: 'box', kind: 'ssh', connection, default_cwd: '/tmp' });
  });
  afterAll(() => sshd?.stop());

  it('run commands with secrets, and are seen then', async () => {
    const { result } = await exec('box', 'pwd; printf %s "{{CANARY}}" | wc -c; echo "{{CANARY}}" | base64');
    expect(result).toMatchObject({ exit_code: 0, machine: 'box' });
    expect(result.stdout).toMatch(
      new RegExp(`^\\$ pwd\\n/tmp\\n\\$ printf %s "{{CANARY}}" \\| wc -c\\n${CANARY.length}\\n`),
    );
    expect(result.stdout).toContain('{{CANARY}}');
    expect((await tool('synapse_get_machine', { machine: 'box' })).result).toMatchObject({
      connected: true,
      last_seen_at: expect.any(String),
    });
    // The key was used for logging in, though no command named it.
    const lastUse = async () =>
      (await tool('synapse_list_secrets', {})).result.secrets.find(({ name }: { name: string }) => name === 'SSH_KEY')
        ?.last_used_at;
    await expect.poll(lastUse).toEqual(expect.any(String));
  });

  it('stay connected while nobody asks, until somebody does and is refused', async () => {
    const connected = async () => (await tool('synapse_get_machine', { machine: 'box' })).result.connected;
    expect(await connected()).toBe(true);
    service.advance(6 * 3600_000);
    expect(await connected()).toBe(true);
    service.advance(-6 * 3600_000);
    await sshd.kill();
    expect((await exec('box', 'true')).code).toBe('machine_unreachable');
    expect(await connected()).toBe(false);
    await sshd.restart();
    expect((await exec('box', 'true')).result).toMatchObject({ exit_code: 0 });
    expect(await connected()).toBe(true);
  });

  it('are checked while somebody looks, not guessed from when they were last used', async () => {
    expect((await service.call('POST', '/synapse/machines/box/confirm', { token: session, body: {} })).status).toBe(
      200,
    );
    const health = async () => {
      const { body } = await service.call<{ machines: MachineHealth[] }>('GET', '/synapse/machine-health', {
        token: session,
      });
      return body.machines.find(({ slug }) => slug === 'box');
    };
    const checked = async () => {
      await health();
      await service.app.machineHealth.sweep();
      return health();
    };
    service.advance(3600_000);
    expect(await checked()).toMatchObject({ reached: true, refusal: null, latency_ms: expect.any(Number), uptime: 1 });
    await sshd.kill();
    // What was found half a minute ago is told again.
    expect(await checked()).toMatchObject({ reached: true });
    service.advance(31_000);
    expect(await checked()).toMatchObject({ reached: false, refusal: 'machine_unreachable', latency_ms: null });
    expect((await tool('synapse_get_machine', { machine: 'box' })).result.connected).toBe(false);
    await sshd.restart();
    service.advance(31_000);
    const back = await checked();
    expect(back).toMatchObject({ reached: true });
    // One of ten minutes, or two if ten minutes were over just then.
    expect([1, 2]).toContain(back?.slots.length);
    for (const { ms } of back?.slots ?? []) expect(ms).toEqual(expect.any(Number));
    expect((await tool('synapse_get_machine', { machine: 'box' })).result.connected).toBe(true);
    service.advance(-3600_000 - 62_000);
    const stranger = await service.newUser('pro');
    const theirs = await service.call('GET', '/synapse/machine-health', { token: stranger.session });
    expect(theirs.body).toEqual({ machines: [] });
  });

  it('say why no command starts, without a value that the target blurts out', async () => {
    const connection = { host: '127.0.0.1', port: sshd.port, user: 'noisy', key_secret: 'SSH_KEY' };
    await tool('synapse_create_machine', { slug: 'babbler', kind: 'ssh', connection });
    writeFileSync(join(sshd.home('noisy'), '.bashrc'), `cat "$HOME/said"; exit 1\n`);
    writeFileSync(join(sshd.home('noisy'), 'said'), `cannot log in with ${CANARY}\n`);
    const refused = await exec('babbler', 'true');
    expect(refused.code).toBe('machine_unreachable');
    expect(refused.text).toContain('cannot log in with {{CANARY}}');
  });

  it('keep a value that was typed as a directory out of the log', async () => {
    expect((await exec('box', 'true', { cwd: `/srv/${CANARY}` })).code).toBe('cwd_not_found');
    expect((await exec('box', 'true', { cwd: `srv/${CANARY}` })).code).toBe('cwd_invalid');
    const { entries } = (await tool('synapse_list_audit_logs', { limit: 2 })).result;
    expect(entries).toMatchObject([{ cwd: 'srv/{{CANARY}}' }, { cwd: '/srv/{{CANARY}}' }]);
  });

  it('refuse a changed host key until it is accepted [C4-HOST-KEY]', async () => {
    await sshd.restart({ newHostKey: true });
    const refused = await exec('box', 'true');
    expect(refused.code).toBe('host_key_changed');
    expect(refused.text).toContain(`127.0.0.1:${sshd.port}`);
    const [pinned, shown, ...more] = refused.text.match(/SHA256:[\w+/]{43}/g)!;
    expect(more).toEqual([]);
    expect(pinned).not.toBe(shown);
    expect(shown).toBe(fingerprintOf(sshd.hostKey()));
    expect(refused.text).not.toContain('connection.host_key');
    const connection = {
      host: '127.0.0.1',
      port: sshd.port,
      user: 'tester',
      key_secret: 'SSH_KEY',
      host_key: sshd.hostKey(),
    };
    await tool('synapse_update_machine', { machine: 'box', connection });
    expect((await exec('box', 'echo again')).result.stdout).toBe('again\n');
  });

  it('are tested by a login of their own, whatever connection is open', async () => {
    const put = (value: string) => tool('synapse_put_secret', { name: 'SSH_KEY', value });
    const test = async () => (await service.call('POST', '/synapse/machines/box/test', { token: session })).body;
    expect((await exec('box', 'echo open')).result.stdout).toBe('open\n');
    const logins = () => sshd.log().match(/Accepted publickey/g)?.length ?? 0;
    const before = logins();
    expect(await test()).toEqual({ ok: true });
    await expect.poll(logins).toBe(before + 1);
    await put(generateEd25519().private);
    expect(await test()).toMatchObject({ ok: false, code: 'machine_unreachable' });
    // Nor is a command run any more over what was opened with the key before.
    expect((await exec('box', 'echo open')).code).toBe('machine_unreachable');
    await put(sshd.privateKey);
    expect(await test()).toEqual({ ok: true });
  });

  it('say that a target vanished, and what it had printed', async () => {
    const lost = service.call<{ code: string; result: object }>('POST', '/synapse/exec', {
      token: session,
      body: { machine: 'box', command: 'echo before; echo and more; sleep 300' },
    });
    await expect
      .poll(async () => {
        const { result } = await service.tool(token, 'synapse_list_audit_logs', { limit: 1 });
        const { execution_id, status } = result.entries[0];
        if (status !== 'running') return '';
        return (await service.tool(token, 'synapse_get_execution', { execution_id })).result?.stdout;
      })
      .toMatch(/^before\n/);
    await sshd.kill();
    const { status, body } = await lost;
    expect([status, body.code]).toEqual([502, 'execution_lost']);
    expect(body.result).toMatchObject({ status: 'interrupted', stdout: expect.stringContaining('and more\n') });
    expect(() => z.strictObject(ExecResult.shape).parse(body.result)).not.toThrow();
    expect((await tool('synapse_list_audit_logs', { limit: 1 })).result.entries[0]).toMatchObject({
      status: 'interrupted',
      refusal: 'execution_lost',
    });
    await sshd.restart();
  });
});

describeEngine(await locate('docker', findDockerd), 'docker machines', (root) => {
  let engine: ContainerEngine;
  beforeAll(async () => {
    engine = await startDockerd(root());
    await engine.startContainer('app');
    await tool('synapse_create_machine', {
      slug: 'engine',
      kind: 'docker',
      containers: ['app', 'gone'],
      connection: { socket: engine.socket },
    });
  });
  afterAll(() => engine?.stop());

  it('run commands inside the chosen container [S1-CONTAINER]', async () => {
    expect((await exec('engine', 'true')).code).toBe('container_required');
    expect((await exec('engine', 'true', { container: 'other' })).code).toBe('container_forbidden');
    expect((await exec('engine', 'true', { container: 'gone' })).code).toBe('container_unavailable');
    const { result } = await exec('engine', 'printf %s "{{CANARY}}" | wc -c; echo "{{CANARY}}"; pwd', {
      container: 'app',
      cwd: '/tmp',
      raw: true,
    });
    expect(result).toMatchObject({ container: 'app', exit_code: 0 });
    expect(result.stdout).toBe(`${CANARY.length}\n{{CANARY}}\n/tmp\n`);
  });
});

it('leaves the canary nowhere: answers, log, database files, process lists [C5-SECRETS]', async () => {
  const running = exec(
    'local',
    'printf %s "{{CANARY}}" >/dev/null; sleep 1; cat /proc/$$/cmdline /proc/$$/environ | tr "\\0" " "',
  );
  await expect
    .poll(async () => (await service.tool(token, 'synapse_list_audit_logs', { limit: 1 })).result.entries[0].status)
    .toBe('running');
  const processes = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => ['cmdline', 'environ'].map((file) => readIfThere(`/proc/${pid}/${file}`)));
  const { result } = await running;
  expect(result.exit_code).toBe(0);
  const files = readdirSync(service.dataDir).map((name) => readFileSync(join(service.dataDir, name), 'latin1'));
  const logs = service.log.join('\n');
  const places = { answers: answers.join('\n'), logs, files: files.join('\n'), processes: processes.join('\n') };
  const forms = [
    CANARY,
    JSON.stringify(CANARY).slice(1, -1),
    Buffer.from(CANARY).toString('base64').slice(0, -4),
    '7f3e"',
  ];
  for (const [place, text] of Object.entries(places)) {
    expect(text.length, place).toBeGreaterThan(100);
    for (const form of forms) expect(text.includes(form), `${form} in ${place}`).toBe(false);
  }
});

function readIfThere(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
}
