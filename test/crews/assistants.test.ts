/** Crews over MCP: lists cover all workspaces, tools take the prefixed name, a token reaches what its owner's role does. */
import { expect, it } from 'vitest';
import { connect } from '../oauth/oauth-client.ts';
import type { Service, TestUser } from '../service.ts';
import { describeServiceOnBoth, newCrew, type TestCrew } from './on-both.ts';

describeServiceOnBoth('crews over MCP', (running) => {
  const setUp = async (service: Service): Promise<TestCrew> => {
    const crew = await newCrew(service);
    const machine = { slug: 'web1', kind: 'local', tags: ['web'] };
    await service.created(`/crews/${crew.slug}/synapse/machines`, crew.members.keeper.session, machine);
    await service.call('PUT', `/crews/${crew.slug}/synapse/secrets/TOKEN`, {
      token: crew.members.keeper.session,
      body: { value: 'value-of-the-crew-5f3a' },
    });
    return crew;
  };
  const tokenOf = (service: Service, { session }: TestUser, scopes: string[]) =>
    service.call<{ token: string; code?: string }>('POST', '/tda/ai/tokens', { token: session, body: { scopes } });

  it('tokens of members have the scopes of their roles, for the machines of crews alone', async () => {
    const service = running();
    const crew = await setUp(service);
    const { watcher, operator } = crew.members;
    expect((await tokenOf(service, watcher, ['mcp:read', 'mcp:synapse'])).body.code).toBe('scope_not_in_plan');
    const looks = (await tokenOf(service, watcher, ['mcp:read', 'mcp:look'])).body.token;
    const runs = (await tokenOf(service, operator, ['mcp:read', 'mcp:synapse'])).body.token;
    const name = `${crew.slug}/web1`;
    const ran = await service.tool(runs, 'synapse_exec', { machine: name, command: 'echo hello' });
    expect(ran.result).toMatchObject({ stdout: 'hello\n', exit_code: 0, machine: name });
    expect((await service.tool(runs, 'synapse_exec', { machine: 'web1', command: 'echo no' })).code).toBe(
      'plan_required',
    );
    expect((await service.tool(runs, 'synapse_put_secret', { name: 'A', value: 'something' })).code).toBe(
      'plan_required',
    );
    const refused = await service.tool(runs, 'synapse_put_secret', { name: 'A', value: 'something', crew: crew.slug });
    expect(refused.code).toBe('role_required');
    expect((await service.tool(looks, 'synapse_exec', { machine: name, command: 'echo no' })).code).toBe(
      'plan_required',
    );
    // It says who, with what.
    const { body } = await service.call<{ entries: object[] }>('GET', `/crews/${crew.slug}/synapse/executions`, {
      token: operator.session,
    });
    expect(body.entries[0]).toMatchObject({ source: 'mcp', crew: crew.slug, actor: { username: operator.username } });
    const follow = await service.tool(runs, 'synapse_get_execution', {
      execution_id: ran.result.execution_id,
      since: 0,
    });
    expect(follow.result).toMatchObject({ stdout: 'hello\n', machine: name });
    const output = await service.tool(runs, 'synapse_get_output', { execution_id: ran.result.execution_id });
    expect(output.result.text).toBe('hello\n');
    // Whoever may only look from now on does so with the same token.
    const path = `/crews/${crew.slug}/members/${operator.username}`;
    await service.call('PUT', path, { token: crew.members.owner.session, body: { role: 'watcher' } });
    expect((await service.tool(runs, 'synapse_exec', { machine: name, command: 'echo no' })).code).toBe(
      'plan_required',
    );
    expect((await service.tool(runs, 'synapse_look', { machine: name, command: 'echo seen' })).result).toMatchObject({
      stdout: 'seen\n',
    });
    // With the role goes the reach.
    await service.call('DELETE', `/crews/${crew.slug}/members/${operator.username}`, { token: operator.session });
    expect((await service.tool(runs, 'synapse_exec', { machine: name, command: 'echo no' })).isError).toBe(true);
    expect((await service.tool(runs, 'synapse_look', { machine: name, command: 'echo no' })).code).toBe(
      'plan_required',
    );
  });

  it('the log of a machine is that of the one that is named, of one’s own or of a crew', async () => {
    const service = running();
    const { slug, members } = await setUp(service);
    const { owner } = members;
    await service.created('/synapse/machines', owner.session, { slug: 'web1', kind: 'local' });
    const token = await service.newToken(owner.session, { scopes: ['mcp:read', 'mcp:synapse'] });
    for (const machine of ['web1', `${slug}/web1`])
      await service.tool(token, 'synapse_exec', { machine, command: `echo on ${machine}` });
    const [own, ours] = [['echo on web1'], [`echo on ${slug}/web1`]];
    const told = async (filter: object) => {
      const { result, code } = await service.tool(token, 'synapse_list_audit_logs', { ...filter });
      return code ?? (result.entries as { command_template: string }[]).map((entry) => entry.command_template);
    };
    expect(await told({ machine: 'web1' })).toEqual(own);
    expect(await told({ machine: `${slug}/web1` })).toEqual(ours);
    expect(await told({ machine: 'web1', crew: slug })).toEqual(ours);
    expect(await told({ machine: `${slug}/web1`, crew: slug })).toEqual(ours);
    expect(await told({ machine: 'no-such-crew/web1' })).toBe('not_found');
    const listed = async (path: string) => {
      type Page = { code?: string; entries: { command_template: string }[] };
      const { body } = await service.call<Page>('GET', path, { token: owner.session });
      return body.code ?? body.entries.map((entry) => entry.command_template);
    };
    const named = encodeURIComponent(`${slug}/web1`);
    expect(await listed('/synapse/executions?machine=web1')).toEqual(own);
    expect(await listed(`/synapse/executions?machine=${named}`)).toEqual(ours);
    for (const name of ['web1', named])
      expect(await listed(`/crews/${slug}/synapse/executions?machine=${name}`)).toEqual(ours);
    expect(await listed('/synapse/executions?machine=no-such-crew/web1')).toBe('not_found');
    const exported = async (path: string, { session }: TestUser) => {
      const { body } = await service.call<unknown>('GET', path, { token: session });
      return typeof body === 'string' ? body : JSON.stringify(body);
    };
    const path = `/synapse/audit/export?machine=${named}`;
    expect(await exported(path, owner)).toContain(ours[0]);
    expect(await exported(path, members.operator)).toContain('role_required');
    expect(await exported(path, await service.newUser('free'))).toContain('not_found');
  });

  it('an alias carries a machine of its own workspace, with or without the crew before its name', async () => {
    const service = running();
    const [{ slug, members }, other] = [await setUp(service), await setUp(service)];
    const { owner } = members;
    await service.call('PUT', `/crews/${other.slug}/members/${owner.username}`, {
      token: other.members.owner.session,
      body: { role: 'owner' },
    });
    const token = await service.newToken(owner.session, { scopes: ['mcp:read', 'mcp:synapse'] });
    const alias = { code: 'dpl', command: 'echo deployed' };
    const put = (more: object) => service.tool(token, 'synapse_put_alias', { ...alias, ...more });
    for (const machine of ['web1', `${slug}/web1`]) {
      const made = await put({ machine, crew: slug });
      expect(made.result, machine).toMatchObject({ ...alias, machine: 'web1' });
      const ran = await service.call<{ machine: string }>('POST', `/crews/${slug}/synapse/exec`, {
        token: owner.session,
        body: { command: '@dpl' },
      });
      expect(ran.body, machine).toMatchObject({ machine: `${slug}/web1`, stdout: 'deployed\n' });
    }
    for (const elsewhere of [{ machine: `${other.slug}/web1`, crew: slug }, { machine: `${slug}/web1` }]) {
      const refused = await put(elsewhere);
      expect(refused.code, JSON.stringify(elsewhere)).toBe('arguments_invalid');
      expect(JSON.stringify(refused), JSON.stringify(elsewhere)).toContain('une machine du même équipage');
    }
    expect((await put({ machine: `${slug}/No Slug`, crew: slug })).code).toBe('arguments_invalid');
    expect((await service.tool(token, 'synapse_list_aliases')).result.aliases).toMatchObject([
      { ...alias, machine: 'web1', crew: slug },
    ]);
  });

  it('a connection is listed with what its owner’s role lets it do', async () => {
    const service = running();
    const { slug, members } = await setUp(service);
    const { operator, owner } = members;
    await connect(service.url, operator);
    const scopes = async () => {
      type List = { connections: { scopes: string[] }[] };
      const { body } = await service.call<List>('GET', '/tda/ai/connections', { token: operator.session });
      return body.connections.flatMap((connection) => connection.scopes);
    };
    expect(await scopes()).toContain('mcp:synapse');
    const path = `/crews/${slug}/members/${operator.username}`;
    await service.call('PUT', path, { token: owner.session, body: { role: 'watcher' } });
    expect(await scopes()).toContain('mcp:look');
    expect(await scopes()).not.toContain('mcp:synapse');
    await service.call('DELETE', path, { token: owner.session });
    expect(await scopes()).not.toContain('mcp:look');
  });

  it('lists cover all workspaces and say which; whoever is in no crew is told nothing of crews', async () => {
    const service = running();
    const crew = await setUp(service);
    const { owner } = crew.members;
    await service.created('/synapse/machines', owner.session, { slug: 'zed', kind: 'local' });
    const token = await service.newToken(owner.session, { scopes: ['mcp:read', 'mcp:synapse'] });
    const machines = async (args: object = {}) => {
      const { result } = await service.tool(token, 'synapse_list_machines', { ...args });
      return (result.machines as { slug: string; crew?: string | null }[]).map((row) => [row.crew, row.slug]);
    };
    expect(await machines()).toEqual([
      [null, 'zed'],
      [crew.slug, 'web1'],
    ]);
    expect(await machines({ crew: crew.slug })).toEqual([[crew.slug, 'web1']]);
    expect((await service.tool(token, 'synapse_list_machines', { crew: 'no-such-crew' })).code).toBe('not_found');
    const secrets = await service.tool(token, 'synapse_list_secrets');
    expect(secrets.result.secrets).toMatchObject([{ name: 'TOKEN', crew: crew.slug }]);
    expect(JSON.stringify(secrets)).not.toContain('value-of-the-crew');

    const made = await service.tool(token, 'synapse_create_machine', { slug: `${crew.slug}/web3`, kind: 'local' });
    expect(made.isError).toBe(false);
    expect(await machines({ crew: crew.slug })).toHaveLength(2);
    const alias = { code: 'xyz', command: 'echo of the crew', crew: crew.slug };
    expect((await service.tool(token, 'synapse_put_alias', alias)).isError).toBe(false);
    expect((await service.tool(token, 'synapse_list_aliases')).result.aliases).toMatchObject([
      { code: 'xyz', crew: crew.slug },
    ]);
    await service.tool(token, 'synapse_exec', { machine: 'zed', command: 'echo own' });
    await service.tool(token, 'synapse_exec', { machine: `${crew.slug}/web1`, command: 'echo ours' });
    const first = await service.tool(token, 'synapse_list_audit_logs', { limit: 2 });
    expect(first.result.entries).toMatchObject([
      { command_template: 'echo ours', crew: crew.slug },
      { command_template: 'echo own' },
    ]);
    const rest = await service.tool(token, 'synapse_list_audit_logs', { limit: 200, cursor: first.result.next_cursor });
    const told = [...first.result.entries, ...rest.result.entries] as { id: string; created_at: string }[];
    expect(new Set(told.map(({ id }) => id)).size).toBe(told.length);
    expect(told.map(({ created_at }) => created_at)).toEqual(
      told
        .map(({ created_at }) => created_at)
        .toSorted()
        .reverse(),
    );

    const alone = await service.newUser('pro');
    await service.created('/synapse/machines', alone.session, { slug: 'own', kind: 'local' });
    const own = await service.newToken(alone.session, { scopes: ['mcp:read', 'mcp:synapse'] });
    const { result } = await service.tool(own, 'synapse_list_machines');
    expect(JSON.stringify(result)).not.toContain('crew');
  });
});
