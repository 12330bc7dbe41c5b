/** Assistants at work on a project: what each scope allows, and what it does not. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPostgresDatabase } from '../databases.ts';
import { type Service, startService, type TestUser } from '../service.ts';

describe.each(['sqlite', 'postgres'] as const)('an assistant on %s', (dialect) => {
  let service: Service;
  let user: TestUser;
  let project: number;
  beforeAll(async () => {
    const env: Record<string, string> =
      dialect === 'postgres' ? { SYNAPSE_DATABASE_URL: await createPostgresDatabase() } : {};
    service = await startService(env);
    user = await service.newUser('free');
    const { body } = await rest('POST', '/tda/projects', { name: 'Phare', description: 'Un phare connecté' });
    project = body.id as number;
  });
  afterAll(() => service.stop());

  const rest = (method: string, path: string, body?: unknown) =>
    service.call<Record<string, unknown>>(method, path, { token: user.session, body });
  const names = async (token: string): Promise<string[]> => {
    const { body } = await service.mcp<{ result: { tools: { name: string }[] } }>(token, 'tools/list');
    return body.result.tools.map(({ name }) => name);
  };
  const refusal = async (token: string, name: string, args: Record<string, unknown>) => {
    const { isError, code, text } = await service.tool(token, name, args);
    return [isError, code, text];
  };

  it('with a Free token reads, writes, and is told which scope it lacks [S5-SCOPES-READ] [S5-SCOPES-WRITE]', async () => {
    const path = `/tda/projects/${project}`;
    await rest('POST', `${path}/facets`, { title: 'Architecture', content: 'Une lampe, un moteur.' });
    const roadmap = await rest('POST', `${path}/roadmap`, { title: 'Allumer la lampe', horizon: 'now' });
    const running = await rest('POST', `${path}/services`, { title: 'Simulateur', machine: 'local' });
    const token = await service.newToken(user.session);
    const tool = async (name: string, args: Record<string, unknown>) => {
      const answer = await service.tool(token, name, args);
      expect([name, answer.isError, answer.text]).toEqual([name, false, expect.any(String)]);
      return answer.result;
    };

    const { projects } = await tool('list_projects', {});
    expect(projects).toMatchObject([{ id: project, name: 'Phare' }]);
    const context = await tool('get_project_context', { project_id: project });
    expect(context.text).toContain('# Phare\nUn phare connecté');
    expect(context.text).toContain('Une lampe, un moteur.');
    expect(context.text).toContain(`## roadmap #${roadmap.body.id}: Allumer la lampe (planned, now)`);
    expect(context.text).toContain(`## service #${running.body.id}: Simulateur (running, local)`);
    expect(context.left_out).toEqual([]);

    const idea = await tool('add_item', { project_id: project, kind: 'idea', title: 'Corne de brume', tags: ['son'] });
    expect(idea).toEqual({ id: expect.any(Number), project_id: project, version: 1 });
    expect((await tool('search', { q: 'brume' })).results).toMatchObject([{ type: 'idea', id: idea.id }]);

    const { items } = await tool('list_items', { project_id: project, kind: 'roadmap' });
    expect(items).toMatchObject([{ id: roadmap.body.id, status: 'planned', version: 1 }]);
    await tool('update_item', { id: items[0].id, status: 'doing', version: 1 });
    const stale = await service.tool(token, 'update_item', { id: items[0].id, status: 'done', version: 1 });
    expect([stale.code, stale.isError]).toEqual(['version_conflict', true]);
    expect(stale.text).toContain('la version actuelle est 2');
    const { body: wire } = await service.mcp<{ result: { content: { text: string }[] } }>(token, 'tools/call', {
      name: 'update_item',
      arguments: { id: items[0].id, status: 'done', version: 1 },
    });
    expect(JSON.parse(wire.result.content[1]!.text)).toMatchObject({ version: 2, status: 'doing' });

    const wrongKind = await service.tool(token, 'update_item', { id: items[0].id, tags: ['son'], title: 'x' });
    expect([wrongKind.code, wrongKind.text]).toEqual(['arguments_invalid', expect.stringContaining('tags')]);
    const strange = await service.tool(token, 'add_item', { project_id: project, kind: 'pack', title: 'x', url: '' });
    expect([strange.code, strange.text]).toEqual(['arguments_invalid', expect.stringMatching(/item_ids.*url/s)]);
    expect((await tool('get_item', { id: items[0].id })).title).toBe('Allumer la lampe');

    await tool('service_close', { id: running.body.id, reason: 'Essai terminé' });
    expect((await rest('GET', `${path}/services/${running.body.id}`)).body).toMatchObject({ status: 'closed' });
    await tool('add_journal_entry', { project_id: project, content: 'Lampe en cours' });
    const after = await tool('get_project_context', { project_id: project });
    expect(after.text).not.toContain('Simulateur');
    expect(after.text).toContain('- Lampe en cours');
    await tool('promote_idea', { id: idea.id });

    const missing = (scope: string) => [true, 'scope_missing', `Portée manquante : ${scope}`];
    expect(await refusal(token, 'create_project', { name: 'x' })).toEqual(missing('mcp:admin'));
    expect(await refusal(token, 'delete_project', { project_id: project })).toEqual(missing('mcp:admin'));
    expect(await refusal(token, 'delete_facet', { id: 1 })).toEqual(missing('mcp:admin'));
    expect(await refusal(token, 'today_dashboard', {})).toEqual(missing('mcp:admin'));
    expect(await refusal(token, 'update_settings', { language: 'en' })).toEqual(missing('mcp:admin'));
    const exec = await refusal(token, 'synapse_exec', { machine: 'local', command: 'id' });
    expect(exec).toEqual([true, 'plan_required', 'Pilotage IA Synapse réservé au plan Pro']);
    expect((await rest('GET', path)).status).toBe(200);
  });

  it('with mcp:read alone changes nothing [S5-SCOPES-READ]', async () => {
    const token = await service.newToken(user.session, { scopes: ['mcp:read'] });
    const listed = await names(token);
    for (const name of [
      'list_projects',
      'get_project_context',
      'list_items',
      'get_item',
      'get_pack_context',
      'search',
      'list_journal',
    ]) {
      expect(listed).toContain(name);
    }
    expect(listed.filter((name) => /^(add|update|create|delete|promote)_|^service_close$|^ui_/.test(name))).toEqual([]);
    const writes = ['add_item', 'update_item', 'service_close', 'ui_present', 'add_journal_entry'];
    for (const name of writes) {
      expect(await refusal(token, name, {})).toEqual([true, 'scope_missing', 'Portée manquante : mcp:write']);
    }
  });

  it('with mcp:write shows something to the person, in the open page [S5-SCOPES-WRITE]', async () => {
    const events = await fetch(`${service.url}/synapse/events`, {
      headers: { authorization: `Bearer ${user.session}`, accept: 'text/event-stream' },
    });
    const reader = events.body!.pipeThrough(new TextDecoderStream()).getReader();
    let seen = (await reader.read()).value ?? '';
    const token = await service.newToken(user.session, { scopes: ['mcp:write'] });
    const markdown = '# Bonjour <script>alert(1)</script>';
    const shown = await service.tool(token, 'ui_present', { title: 'Essai', markdown });
    expect(shown.result.link).toMatch(new RegExp(`/panels/${shown.result.id}$`));
    while (!seen.includes('event: present')) seen += (await reader.read()).value ?? '';
    await reader.cancel();
    expect(seen).toContain(JSON.stringify(shown.result.link));
    expect(seen).not.toContain('script');
    const { body } = await rest('GET', '/tda/panels');
    expect(body.panels).toMatchObject([{ id: shown.result.id, title: 'Essai', markdown, view: null }]);
    const view = await service.tool(token, 'ui_present', { title: 'Vue', view: 'journal', project_id: project });
    expect(view.isError).toBe(false);
    for (const args of [
      { title: 'x' },
      { title: 'x', markdown: 'a', view: 'today' },
      { title: 'x', view: 'https://evil' },
    ]) {
      expect((await service.tool(token, 'ui_present', args)).code).toBe('arguments_invalid');
    }
    for (let at = 0; at < 55; at++) await service.tool(token, 'ui_present', { title: `${at}`, view: 'today' });
    const { body: kept } = await rest('GET', '/tda/panels');
    expect((kept.panels as unknown[]).length).toBe(50);
    expect((await service.tool(token, 'list_projects')).code).toBe('scope_missing');
  });

  it('with mcp:admin sees the day and manages projects and settings [S5-SCOPES-ADMIN]', async () => {
    const admin = await service.login();
    const token = await service.newToken(admin, { scopes: ['mcp:admin', 'mcp:synapse', 'mcp:write'] });
    const tool = async (name: string, args: Record<string, unknown> = {}) => {
      const answer = await service.tool(token, name, args);
      expect([name, answer.isError, answer.text]).toEqual([name, false, expect.any(String)]);
      return answer.result;
    };
    const { id } = await tool('create_project', { name: 'Quai' });
    const facet = await tool('add_item', { project_id: id, kind: 'facet', title: 'Temporaire' });
    expect(await tool('delete_facet', { id: facet.id })).toEqual({ deleted: true });
    const item = await tool('add_item', { project_id: id, kind: 'roadmap', title: 'Amarrer', status: 'doing' });
    await tool('add_journal_entry', { project_id: id, content: 'Accosté' });
    await tool('synapse_exec', { machine: 'local', command: 'true' });
    await tool('synapse_exec', { machine: 'local', command: 'exit 3' });
    await service.tool(token, 'synapse_exec', { machine: 'local', command: 'rtk ls' });
    await tool('update_settings', { display_name: 'Capitaine', timezone: 'Asia/Tokyo' });
    expect(await tool('get_profile')).toMatchObject({
      username: 'admin',
      display_name: 'Capitaine',
      timezone: 'Asia/Tokyo',
      plan: 'equipage',
      scopes: ['mcp:write', 'mcp:synapse', 'mcp:admin'],
      daily_quota: 1000,
    });
    const today = await tool('today_dashboard');
    expect(today).toMatchObject({
      timezone: 'Asia/Tokyo',
      journal: { count: 1, entries: [{ content: 'Accosté', source: 'ai' }] },
      executions: { total: 2, succeeded: 1, failed: 1, refused: 1, running: 0 },
      failures: [{ machine: 'local', command_template: 'exit 3', exit_code: 3 }],
      roadmap: [{ id: item.id, project_id: id, title: 'Amarrer', status: 'doing' }],
      quota: { daily_quota: 1000 },
    });
    expect(today.quota.calls_today).toBeGreaterThanOrEqual(9);
    const { body } = await service.call('GET', '/tda/today', { token: admin });
    expect({ ...body, quota: null }).toEqual({ ...today, quota: null });
    expect(await tool('delete_project', { project_id: id })).toEqual({ deleted: true });
    expect((await service.tool(token, 'delete_project', { project_id: project })).code).toBe('project_not_found');
    expect((await tool('today_dashboard')).journal).toEqual({ count: 0, entries: [] });
  });

  it('reads long notes by their beginning in lists, whole by id', async () => {
    const content = 'é'.repeat(5000);
    const { body } = await rest('POST', `/tda/projects/${project}/knowledge`, { title: 'Longue', content });
    const token = await service.newToken(user.session);
    const { result } = await service.tool(token, 'list_items', { project_id: project, kind: 'knowledge' });
    expect(result.items[0].content).toBe(`${'é'.repeat(1000)}… [get_item ${body.id}: 5000 characters]`);
    const whole = await service.tool(token, 'get_item', { id: body.id });
    expect(whole.result).toMatchObject({ kind: 'knowledge', id: body.id, content, tags: [] });
    expect(whole.result).not.toHaveProperty('user_id');
    const small = await service.tool(token, 'get_project_context', { project_id: project, max_tokens: 200 });
    expect(small.result.tokens).toBeLessThanOrEqual(200);
    expect(small.result.text).toContain('… [coupé]');
    const stranger = await service.newUser('free');
    const theirs = await service.newToken(stranger.session);
    expect((await service.tool(theirs, 'get_item', { id: body.id })).code).toBe('item_not_found');
    expect((await service.tool(theirs, 'update_item', { id: body.id, title: 'x' })).code).toBe('item_not_found');
    expect((await service.tool(theirs, 'get_project_context', { project_id: project })).code).toBe('project_not_found');
  });
});
