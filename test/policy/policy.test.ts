/** Policies over the wire, on both databases: what is stored, what is refused, and what follows for a command. */
import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPostgresDatabase } from '../databases.ts';
import { type Answer, type Service, startService, type TestUser } from '../service.ts';

interface Entry {
  readonly execution_id: string;
  readonly machine: string;
  readonly command_template: string;
}

describe.each(['sqlite', 'postgres'] as const)('policies on %s', (dialect) => {
  let service: Service;
  let admin: string;
  let env: Record<string, string>;
  beforeAll(async () => {
    env = { SYNAPSE_ALLOW_LOCAL: 'all', SYNAPSE_MASTER_KEY: randomBytes(32).toString('base64') };
    if (dialect === 'postgres') env.SYNAPSE_DATABASE_URL = await createPostgresDatabase();
    service = await startService(env);
    admin = await service.login();
  });
  afterAll(() => service.stop());

  const newPilot = async (): Promise<TestUser> => {
    const user = await service.newUser('pro');
    const body = { slug: 'local', label: 'Here', kind: 'local' };
    await service.call('POST', '/synapse/machines', { token: user.session, body });
    return user;
  };
  const put = (user: TestUser, text: string, version?: number) =>
    service.call('PUT', '/synapse/policy', { token: user.session, body: { text, version } });
  const get = (user: TestUser) => service.call('GET', '/synapse/policy', { token: user.session });
  const exec = (user: TestUser, command: string, more: object = {}): Promise<Answer<{ detail: string }>> =>
    service.call('POST', '/synapse/exec', { token: user.session, body: { machine: 'local', command, ...more } });
  const explain = (user: TestUser, command: string) =>
    service.call('POST', '/synapse/explain', { token: user.session, body: { machine: 'local', command } });
  const entries = async (user: TestUser): Promise<Entry[]> =>
    (await service.call<{ entries: Entry[] }>('GET', '/synapse/executions', { token: user.session })).body.entries;
  const lastEntry = async (user: TestUser) => (await entries(user))[0];

  it('knows machines by their tags, as they are at that moment, and an assistant cannot change those it names', async () => {
    const user = await newPilot();
    const token = await service.newToken(user.session);
    const tag = (tags: string[]) =>
      service.call('PATCH', '/synapse/machines/local', { token: user.session, body: { tags } });
    await put(
      user,
      'default: open\nmachines:\n  "tag:prod": closed\nrules:\n  - name: ci\n    when: { machine: "tag:ci*", program: mkdir }\n    then: deny\n',
    );
    expect((await exec(user, 'true')).status).toBe(200);
    expect((await tag(['prod'])).status).toBe(200);
    expect(await exec(user, 'true')).toMatchObject({ status: 403, body: { code: 'policy_denied' } });
    expect((await explain(user, 'true')).body).toMatchObject({ verdict: 'deny', preset: 'closed' });
    const replayed = await service.call<{ changed: { after: string }[] }>('POST', '/synapse/policy/replay', {
      token: user.session,
      body: { text: 'machines:\n  "tag:prod": careful' },
    });
    expect(replayed.body.changed).toMatchObject([{ before: 'deny', after: 'allow' }]);

    for (const tags of [[], ['other'], ['prod', 'ci-2']]) {
      const refused = await service.tool(token, 'synapse_update_machine', { machine: 'local', tags });
      expect(refused, JSON.stringify(tags)).toMatchObject({ isError: true, code: 'policy_denied' });
    }
    const machine = { slug: 'mine', kind: 'local', tags: ['ci-1'] };
    expect(await service.tool(token, 'synapse_create_machine', machine)).toMatchObject({ code: 'policy_denied' });
    expect(
      (await service.tool(token, 'synapse_update_machine', { machine: 'local', tags: ['prod', 'eu'] })).isError,
    ).toBe(false);
    expect((await exec(user, 'true')).status).toBe(403);

    await tag(['ci-1']);
    expect((await exec(user, 'true')).status).toBe(200);
    expect(await exec(user, 'mkdir -p /tmp')).toMatchObject({ status: 403, body: { code: 'policy_denied' } });
    await tag([]);
    expect((await exec(user, 'mkdir -p /tmp')).status).toBe(200);
  });

  it('is empty at first, and then what was typed, comments and all', async () => {
    const user = await newPilot();
    expect((await get(user)).body).toEqual({ text: '', version: 0, updated_at: null });
    const text = '# mine\nversion: 1\ndefault: open # for now\n';
    expect((await put(user, text)).body).toEqual({ text, version: 1, updated_at: expect.any(String) });
    expect((await get(user)).body).toMatchObject({ text, version: 1 });
    expect((await put(user, `${text}# more`, 1)).body).toMatchObject({ version: 2 });
    const stored = await sql<{ version: number; text: string; created_by: string }>`
      select version, text, created_by from policy_versions where policy_id = ${user.id} order by version`.execute(
      service.app.database.queries,
    );
    expect(stored.rows).toEqual([
      { version: 1, text, created_by: user.username },
      { version: 2, text: `${text}# more`, created_by: user.username },
    ]);
  });

  it('tells of every change in the log, which stays intact, and counts it as no command', async () => {
    const user = await newPilot();
    await put(user, 'default: open');
    expect(await lastEntry(user)).toMatchObject({
      machine: '-',
      command_template: 'policy changed to version 1',
      status: 'done',
      source: 'rest',
    });
    await service.call('PUT', '/admin/policy', { token: admin, body: { text: '# nothing' } });
    const { body } = await service.call<{ entries: Entry[] }>('GET', '/synapse/executions?limit=1', { token: admin });
    expect(body.entries[0]).toMatchObject({ machine: '-', command_template: 'instance policy changed to version 1' });
    expect((await service.call('GET', '/synapse/audit/verify', { token: user.session })).body).toMatchObject({
      state: 'intact',
      entries: 1,
    });
    const today = await service.call('GET', '/tda/today', { token: user.session });
    if (today.status === 200) expect(today.body).toMatchObject({ executions: { total: 0 } });
  });

  it('refuses a wrong text with its place, in the caller’s language, and the old one stays', async () => {
    const user = await newPilot();
    await put(user, 'default: open');
    const wrong = await put(user, 'default: open\nmachines:\n  web: carefull\n');
    expect(wrong).toMatchObject({
      status: 422,
      body: { code: 'policy_invalid', fields: [{ field: '3:8', problem: expect.stringContaining('careful') }] },
    });
    expect((wrong.body as { detail: string }).detail).toMatch(/^Politique refusée, ligne 3, colonne 8 : /);
    const english = await service.call<{ detail: string }>('POST', '/synapse/policy/check', {
      token: user.session,
      body: { text: 'defalt: open' },
      headers: { 'accept-language': 'en' },
    });
    expect(english.body.detail).toMatch(
      /^Policy refused, line 1, column 1: “defalt” is unknown; did you mean “default”/,
    );
    expect(
      await service.call('POST', '/synapse/policy/check', { token: user.session, body: { text: '' } }),
    ).toMatchObject({
      status: 204,
    });
    expect((await get(user)).body).toMatchObject({ text: 'default: open', version: 1 });
    expect((await put(user, 'x'.repeat(300_000))).status).toBe(422);
    // Wrong a thousand times: read by a helper.
    expect((await put(user, ']'.repeat(30_000))).body).toMatchObject({ code: 'policy_invalid' });
    expect((await put(user, `# ${'x'.repeat(70_000)}`)).body).toMatchObject({ code: 'policy_invalid' });
  });

  it('of changes made from one version at once, one counts', async () => {
    const user = await newPilot();
    for (const before of [0, 1]) {
      const answers = await Promise.all([1, 2, 3, 4].map((n) => put(user, `# ${before} ${n}`, before)));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
      expect(answers.find(({ status }) => status === 409)!.body).toMatchObject({ code: 'version_conflict' });
      const winner = answers.find(({ status }) => status === 200)!.body as { text: string };
      expect((await get(user)).body).toMatchObject({ text: winner.text, version: before + 1 });
    }
    const careless = await newPilot();
    const unversioned = await Promise.all([1, 2, 3, 4].map((n) => put(careless, `# ${n}`)));
    expect(unversioned.map(({ body }) => (body as { version: number }).version).sort()).toEqual([1, 2, 3, 4]);
    expect((await entries(user)).map(({ command_template }) => command_template)).toEqual([
      'policy changed to version 2',
      'policy changed to version 1',
    ]);
  });

  it('denies by a rule, in the log too, and the command has not run', async () => {
    const user = await newPilot();
    await put(user, 'rules: [{ name: nothing at all, then: deny }]');
    const file = join(tmpdir(), `policy-must-not-be-${process.pid}-${dialect}`);
    const refused = await exec(user, `touch ${file}`);
    expect(refused).toMatchObject({ status: 403, body: { code: 'policy_denied' } });
    expect(refused.body.detail).toMatch(/^Commande refusée par la politique : règle « nothing at all », pour « touch /);
    expect(existsSync(file)).toBe(false);
    const id = (await lastEntry(user))?.execution_id;
    // Whoever looks later reads the same words, not only the code.
    const later = await service.call('GET', `/synapse/executions/${id}`, { token: user.session });
    expect(later.body).toMatchObject({ refusal: { code: 'policy_denied', message: refused.body.detail } });
    const secret = { value: 'typed-canary-51' };
    await service.call('PUT', '/synapse/secrets/TYPED', { token: user.session, body: secret });
    await exec(user, `touch ${secret.value}`);
    const typed = await service.call('GET', `/synapse/executions/${(await lastEntry(user))?.execution_id}`, {
      token: user.session,
    });
    expect(typed.body).toMatchObject({ refusal: { message: expect.stringContaining('touch') } });
    expect(JSON.stringify(typed.body)).not.toContain(secret.value);
    expect(await lastEntry(user)).toMatchObject({
      status: 'refused',
      refusal: 'policy_denied',
      verdict: 'deny',
      rule: 'nothing at all',
      approval_id: null,
      decided_by: null,
      sandbox: null,
    });
    await put(user, '');
    expect(await exec(user, 'true')).toMatchObject({ status: 200 });
    expect(await lastEntry(user)).toMatchObject({ status: 'done', verdict: null, rule: null });
    await put(user, 'default: careful');
    expect(await exec(user, 'ls /')).toMatchObject({ status: 200 });
    expect(await lastEntry(user)).toMatchObject({ status: 'done', verdict: 'allow', rule: null });
  });

  it('without a policy nothing is judged, and the log says nothing of a verdict', async () => {
    const user = await newPilot();
    expect(await exec(user, 'true')).toMatchObject({ status: 200 });
    expect(await lastEntry(user)).toMatchObject({ verdict: null, rule: null, sandbox: null });
  });

  it('runs in a sandbox what may only be looked at', async () => {
    const user = await newPilot();
    await put(user, 'default: look');
    expect(await exec(user, 'cat /proc/self/status')).toMatchObject({
      status: 200,
      body: { sandbox: expect.any(String), stdout: expect.stringContaining('Seccomp:\t2') },
    });
    expect(await lastEntry(user)).toMatchObject({ verdict: 'allow', sandbox: expect.any(String) });
    expect(await exec(user, 'touch /tmp/x')).toMatchObject({ status: 403, body: { code: 'policy_denied' } });
  });

  it('lets git read without the programs that a repository names', async () => {
    const user = await newPilot();
    const repository = mkdtempSync(join(tmpdir(), 'synapse-policy-git-'));
    const mark = join(repository, 'started');
    const run = (command: string) => exec(user, command, { cwd: repository });
    try {
      const made = await run(
        `git init -q . && echo x > file && git add file && git config core.fsmonitor 'touch ${mark}; false'`,
      );
      expect(made).toMatchObject({ status: 200, body: { exit_code: 0 } });
      expect((await run('git status -s')).status).toBe(200);
      expect(existsSync(mark)).toBe(true);
      rmSync(mark);
      await put(user, 'default: careful');
      expect((await run('git status -s')).body).toMatchObject({
        exit_code: 0,
        stdout: expect.stringContaining('A  file'),
      });
      expect(existsSync(mark)).toBe(false);
    } finally {
      rmSync(repository, { recursive: true });
    }
  });

  it('is about its own user alone, and the instance’s makes everybody’s stricter', async () => {
    const [ada, bob] = [await newPilot(), await newPilot()];
    await put(ada, 'default: closed');
    expect((await exec(ada, 'true')).status).toBe(403);
    expect((await exec(bob, 'true')).status).toBe(200);
    expect((await get(bob)).body).toMatchObject({ version: 0 });
    const asBob = { token: bob.session, body: { text: 'default: open' } };
    expect(await service.call('PUT', '/admin/policy', asBob)).toMatchObject({ status: 403 });
    expect(await service.call('GET', '/admin/policy', { token: bob.session })).toMatchObject({ status: 403 });
    await put(bob, 'rules: [{ name: mine, then: allow }]');
    const { body } = await service.call<{ version: number }>('GET', '/admin/policy', { token: admin });
    const set = (text: string, version: number) =>
      service.call('PUT', '/admin/policy', { token: admin, body: { text, version } });
    await set('machines: { local: closed }', body.version);
    try {
      expect((await exec(bob, 'true')).body.detail).toMatch(/préréglage closed de local/);
    } finally {
      await set('', body.version + 1);
    }
    expect((await exec(bob, 'true')).status).toBe(200);
  });

  it.runIf(dialect === 'postgres')('counts on every instance for the next command', async () => {
    const user = await newPilot();
    const other = await startService(env);
    const run = () =>
      other.call('POST', '/synapse/exec', { token: user.session, body: { machine: 'local', command: 'true' } });
    try {
      for (const [text, status] of [
        ['', 200],
        ['default: closed', 403],
        ['default: open', 200],
        ['rules: [{ name: none, then: deny }]', 403],
      ] as const) {
        await put(user, text);
        expect([text, (await run()).status]).toEqual([text, status]);
      }
    } finally {
      await other.stop();
    }
  });

  it('no AI token reads or writes one, and no tool does', async () => {
    const user = await newPilot();
    const token = await service.newToken(user.session, {
      scopes: ['mcp:read', 'mcp:write', 'mcp:synapse', 'mcp:admin'],
    });
    for (const [method, path] of [
      ['GET', '/synapse/policy'] as const,
      ['PUT', '/synapse/policy'] as const,
      ['POST', '/synapse/policy/replay'] as const,
      ['POST', '/synapse/policy/check'] as const,
    ]) {
      const body = method === 'GET' ? undefined : { text: 'default: open' };
      expect((await service.call(method, path, { token, body })).status).toBe(401);
      expect((await service.call(method, path, { headers: { 'x-ai-token': token }, body })).status).toBe(401);
    }
    const { body } = await service.call<{ result: { tools: { name: string }[] } }>('POST', '/tda/mcp', {
      headers: { 'x-ai-token': token },
      body: { jsonrpc: '2.0', id: 1, method: 'tools/list' },
    });
    expect(body.result.tools.map(({ name }) => name).filter((name) => name.includes('polic'))).toEqual([]);
  });

  it('goes by the label of the token and the source of the order', async () => {
    const user = await newPilot();
    await put(user, 'rules: [{ name: not by phone, when: { token: "phone*", source: mcp }, then: deny }]');
    const run = async (label: string) => {
      const token = await service.newToken(user.session, { scopes: ['mcp:read', 'mcp:synapse'], label });
      return service.tool(token, 'synapse_exec', { machine: 'local', command: 'true' });
    };
    expect((await run('phone of Ada')).isError).toBe(true);
    expect((await run('laptop')).isError).toBe(false);
    expect((await exec(user, 'true')).status).toBe(200);
  });

  it('a policy that cannot be read any more stops commands, it does not let them through', async () => {
    const user = await newPilot();
    await put(user, 'default: open');
    const { queries } = service.app.database;
    await sql`update policies set text = 'broken: [', version = 2 where id = ${user.id}`.execute(queries);
    expect(await exec(user, 'true')).toMatchObject({ status: 500, body: { code: 'policy_error' } });
    expect(await lastEntry(user)).toMatchObject({ status: 'refused', refusal: 'policy_error', verdict: null });
    expect(await explain(user, 'true')).toMatchObject({ status: 500, body: { code: 'policy_error' } });
    expect(await put(user, 'default: open', 2)).toMatchObject({ status: 200 });
    expect((await exec(user, 'true')).status).toBe(200);
  });

  it('explains without running anything or using up one of the thirty', async () => {
    const user = await newPilot();
    await put(user, 'default: careful\nrules: [{ name: no mail, when: { secret: MAIL_KEY }, then: deny }]');
    await service.call('PUT', '/synapse/secrets/MAIL_KEY', { token: user.session, body: { value: 'hunter2-hunter2' } });
    const before = (await entries(user)).length;
    const answers = await Promise.all(Array.from({ length: 40 }, () => explain(user, 'ls /srv && rm -rf /')));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(answers[0]!.body).toMatchObject({
      verdict: 'deny',
      rule: null,
      preset: 'careful',
      machine: 'local',
      container: null,
      cwd: null,
      secrets: [],
      command_template: 'ls /srv && rm -rf /',
      parts: [
        { text: 'ls /srv', program: 'ls', effects: ['read'], verdict: 'allow', rule: null, why: expect.any(String) },
        { program: 'rm', effects: expect.arrayContaining(['catastrophe']), verdict: 'deny', rule: null },
      ],
    });
    expect((await explain(user, 'echo {{MAIL_KEY}}')).body).toMatchObject({
      verdict: 'deny',
      rule: 'no mail',
      secrets: ['MAIL_KEY'],
      command_template: 'echo {{MAIL_KEY}}',
    });
    expect(JSON.stringify((await explain(user, 'echo hunter2-hunter2')).body)).not.toContain('hunter2-hunter2');
    expect((await entries(user)).length).toBe(before);
    expect(await exec(user, 'true')).toMatchObject({ status: 200 });
    const token = await service.newToken(user.session, { scopes: ['mcp:read'] });
    const { result, isError } = await service.tool(token, 'synapse_explain', { machine: 'local', command: 'ls' });
    expect([isError, result]).toEqual([false, expect.objectContaining({ verdict: 'allow', preset: 'careful' })]);
    expect(await service.tool(token, 'synapse_explain', { machine: 'nowhere', command: 'ls' })).toMatchObject({
      isError: true,
    });
  });

  it('replays the log against a text that is not in force', async () => {
    const user = await newPilot();
    await exec(user, 'ls /');
    await exec(user, 'echo x > /dev/null');
    await put(user, 'rules: [{ name: no hosts, when: { path: /etc/hosts }, then: deny }]');
    await exec(user, 'cat /etc/hosts');
    await exec(user, 'nonsense', { container: 'nobody' });
    const replay = (text: string, days?: number) =>
      service.call<{ checked: number; changed: object[]; truncated: boolean }>('POST', '/synapse/policy/replay', {
        token: user.session,
        body: { text, days },
      });
    const closed = await replay('rules: [{ name: all, when: { program: ls }, then: deny }]');
    expect(closed.body).toEqual({
      checked: 3,
      truncated: false,
      changed: [
        {
          execution_id: expect.any(String),
          created_at: expect.any(String),
          machine: 'local',
          command_template: 'cat /etc/hosts',
          before: 'deny',
          after: 'allow',
          rule: null,
        },
        {
          execution_id: expect.any(String),
          created_at: expect.any(String),
          machine: 'local',
          command_template: 'ls /',
          before: 'allow',
          after: 'deny',
          rule: 'all',
        },
      ],
    });
    expect(await replay('defalt: x')).toMatchObject({ status: 422, body: { code: 'policy_invalid' } });
    expect(await replay('', 91)).toMatchObject({ status: 422, body: { code: 'arguments_invalid' } });
    expect((await get(user)).body).toMatchObject({ version: 1 });
    const other = await newPilot();
    const theirs = { token: other.session, body: { text: 'default: closed' } };
    expect((await service.call('POST', '/synapse/policy/replay', theirs)).body).toMatchObject({
      checked: 0,
      changed: [],
    });
  });
});
