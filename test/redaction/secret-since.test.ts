/**
 * A text that was harmless when it was written, and contains a secret since: it is stored as it was, and shown nowhere.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Service, startService } from '../service.ts';

const VALUE = 'late-Value-7781-kWm2xQ';
const SHOWN = '{{LATE}}';

describe('a value that became a secret after it was written', () => {
  let service: Service;
  let session: string;
  let token: string;
  let project: number;
  let execution: string;
  let before: { hash: string; prev_hash: string; command_template: string };
  const rest = async (path: string, of = session): Promise<string> => {
    const answer = await fetch(`${service.url}${path}`, { headers: { authorization: `Bearer ${of}` } });
    expect(answer.status).toBe(200);
    return answer.text();
  };
  const tool = async (name: string, args: Record<string, unknown> = {}): Promise<string> => {
    const answer = await service.tool(token, name, args);
    expect(answer.isError).toBe(false);
    return JSON.stringify(answer.result) + answer.text;
  };
  const put = (method: string, path: string, body: unknown) => service.call(method, path, { token: session, body });

  beforeAll(async () => {
    service = await startService();
    session = await service.login();
    token = await service.newToken(session, { scopes: ['mcp:read', 'mcp:write', 'mcp:synapse', 'mcp:admin'] });
    const command = `echo one and another one, at length ${VALUE}`;
    await put('PUT', '/synapse/secrets/OTHER', { value: 'another-Value-9310-pTz4vB' });
    await service.tool(token, 'synapse_exec', { machine: 'local', command: `echo {{OTHER}} ${VALUE}` });
    await put('PUT', '/synapse/aliases/zzq', { command: `printf %s ${VALUE}` });
    for (let run = 0; run < 3; run++) {
      const { result } = await service.tool(token, 'synapse_exec', { machine: 'local', command });
      execution = result.execution_id;
    }
    await service.tool(token, 'synapse_exec', { machine: 'local', command: `false ${VALUE}`, cwd: '/' });
    await put('POST', '/synapse/aliases/mine', { min_count: 3 });
    const made = await service.tool(token, 'create_project', { name: `P ${VALUE}`, description: `about ${VALUE}` });
    project = made.result.id;
    const note = { project_id: project, content: `said ${VALUE}` };
    await service.tool(token, 'add_journal_entry', { ...note, tags: [VALUE] });
    await put('POST', '/tda/journal', note);
    await put('POST', `/tda/projects/${project}/knowledge`, { title: `know ${VALUE}`, content: `that ${VALUE}` });
    await service.tool(token, 'ui_present', { title: `panel ${VALUE}`, markdown: `see ${VALUE}` });
    [before] = JSON.parse(await rest('/synapse/executions')).entries;
    await service.tool(token, 'synapse_put_secret', { name: 'LATE', value: VALUE });
  });
  afterAll(() => service.stop());

  it.each([
    ['synapse_list_aliases', {}],
    ['synapse_list_alias_suggestions', {}],
    ['synapse_list_audit_logs', {}],
    ['list_projects', {}],
    ['list_journal', {}],
    ['search', { q: 'late' }],
    ['today_dashboard', {}],
  ])('the tool %s does not tell it', async (name, args) => {
    const text = await tool(name, args);
    expect(text).not.toContain(VALUE);
    expect(text).toContain(SHOWN);
  });

  it('nor do tools that answer about one thing', async () => {
    const texts = await Promise.all([
      tool('get_project_context', { project_id: project }),
      tool('list_items', { project_id: project, kind: 'knowledge' }),
      tool('update_project', { project_id: project, description: `now ${VALUE}` }),
      tool('synapse_get_execution', { execution_id: execution }),
      tool('synapse_get_output', { execution_id: execution }),
      tool('synapse_rename_alias', { code: 'zzq', new_code: 'zzr' }),
      tool('add_journal_entry', { project_id: project, content: VALUE }),
    ]);
    for (const text of texts) {
      expect(text).not.toContain(VALUE);
      expect(text).toContain(SHOWN);
    }
  });

  it('nor does a refusal', async () => {
    const { text, isError } = await service.tool(token, 'synapse_put_alias', {
      code: 'zzq',
      command: 'ls',
      [VALUE]: 1,
    });
    expect(isError).toBe(true);
    expect(text).not.toContain(VALUE);
  });

  it.each([
    '/synapse/aliases',
    '/synapse/alias-suggestions',
    '/synapse/stats/breakdown',
    '/synapse/secrets',
    '/synapse/executions',
    '/synapse/outputs/search?q=at%20length',
    '/synapse/audit/export?format=csv',
    '/synapse/audit/export?format=jsonl',
    '/tda/journal',
    '/tda/search?q=late',
    '/tda/today',
    '/tda/panels',
  ])('%s does not show it', async (path) => {
    const text = await rest(path);
    expect(text).not.toContain(VALUE);
    expect(text).toContain(SHOWN);
  });

  it('nor is it found in outputs by somebody who guesses it', async () => {
    expect(JSON.parse(await rest(`/synapse/outputs/search?q=${VALUE}`))).toMatchObject({
      found: [],
      next_cursor: null,
    });
  });

  it('nor do the pages of one execution and one project', async () => {
    for (const path of [
      `/synapse/executions/${execution}`,
      `/synapse/executions/${execution}/entry`,
      `/synapse/executions/${execution}/output`,
      `/tda/journal/export?project_id=${project}`,
      `/tda/projects/${project}/context`,
    ]) {
      const text = await rest(path);
      expect(text).not.toContain(VALUE);
      expect(text).toContain(SHOWN);
    }
  });

  it('an administrator does not see it in the log of everybody', async () => {
    const other = await service.newUser('pro');
    const mine = 'their-Own-Value-5542-xQ';
    await service.call('POST', '/synapse/machines', {
      token: other.session,
      body: { slug: 'm', label: 'm', transport: 'ssh', config: { host: '127.0.0.1', user: 'x', password_secret: 'P' } },
    });
    await service.call('POST', '/synapse/exec', {
      token: other.session,
      body: { machine: 'm', command: `ls ${mine}` },
    });
    const path = '/synapse/executions?all=true';
    expect(await rest(path)).toContain(mine);
    await service.call('PUT', '/synapse/secrets/THEIRS', { token: other.session, body: { value: mine } });
    for (const page of [path, '/synapse/audit/export?all=true', '/synapse/audit/export?all=true&format=csv']) {
      const text = await rest(page);
      expect(text).not.toContain(mine);
      expect(text).toContain('{{THEIRS}}');
    }
  });

  it('the log is as it was written: its hashes stay, and it is intact', async () => {
    const { entries } = JSON.parse(await rest('/synapse/executions'));
    const after = entries.find(({ hash }: { hash: string }) => hash === before.hash);
    expect(after).toMatchObject({ prev_hash: before.prev_hash });
    expect(after.command_template).toBe(before.command_template.replace(VALUE, SHOWN));
    expect(JSON.parse(await rest('/synapse/audit/verify'))).toMatchObject({ state: 'intact' });
  });

  it('what a person edits in a form is as they typed it', async () => {
    expect(await rest(`/tda/projects/${project}/knowledge`)).toContain(VALUE);
    expect(await rest('/tda/projects')).toContain(VALUE);
  });

  it('names that are told by are never touched', async () => {
    await service.tool(token, 'synapse_put_secret', { name: 'local_name', value: 'LOCAL_NAME' });
    await service.tool(token, 'synapse_put_secret', { name: 'STATUS', value: 'pending' });
    expect(await tool('synapse_list_secrets')).toContain('"local_name"');
    expect(await tool('synapse_list_alias_suggestions')).toContain('"status":"pending"');
  });

  it('an event does not tell it', async () => {
    const stop = new AbortController();
    const events = await fetch(`${service.url}/synapse/events`, {
      headers: { authorization: `Bearer ${session}` },
      signal: stop.signal,
    });
    await service.tool(token, 'ui_present', { title: `shown ${VALUE}`, markdown: 'x' });
    let text = '';
    for await (const chunk of events.body!.pipeThrough(new TextDecoderStream())) {
      text += chunk;
      if (text.includes('shown')) break;
    }
    stop.abort();
    expect(text).not.toContain(VALUE);
    expect(text).toContain(`shown ${SHOWN}`);
  });

  it('no line of the server’s log holds it', () => {
    expect(service.log.join('\n')).not.toContain(VALUE);
  });
});
