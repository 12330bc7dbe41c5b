/** The machines of a crew: named with its slug, run by its members, with its secrets, under three policies. */
import { expect, it } from 'vitest';
import type { Service, TestUser } from '../service.ts';
import { describeServiceOnBoth, newCrew, type TestCrew } from './on-both.ts';

interface Result {
  readonly status: string;
  readonly exit_code: number | null;
  readonly stdout: string;
  readonly machine: string;
  readonly execution_id: string;
  readonly code?: string;
}

describeServiceOnBoth('machines of crews', (running) => {
  const withMachine = async (service: Service, crew: TestCrew, slug = 'web1') => {
    const made = await service.call('POST', `/crews/${crew.slug}/synapse/machines`, {
      token: crew.members.keeper.session,
      body: { slug, kind: 'local' },
    });
    expect(made).toMatchObject({ status: 201, body: { slug } });
  };
  const exec = (service: Service, { session }: TestUser, machine: string, command: string, more: object = {}) =>
    service.call<Result>('POST', '/synapse/exec', { token: session, body: { machine, command, ...more } });
  const put = (service: Service, { session }: TestUser, path: string, body: object) =>
    service.call<{ code?: string }>('PUT', path, { token: session, body });
  const entriesOf = async (service: Service, { session }: TestUser, slug: string) => {
    type Page = {
      entries: { command_template: string; source: string; status: string; actor?: object; crew?: string }[];
    };
    return (await service.call<Page>('GET', `/crews/${slug}/synapse/executions`, { token: session })).body.entries;
  };

  it('members run commands on them whatever their plan, strangers find nothing', async () => {
    const service = running();
    const crew = await newCrew(service);
    await withMachine(service, crew);
    const { operator, watcher, owner } = crew.members;
    const ran = await exec(service, operator, `${crew.slug}/web1`, 'echo hello');
    expect(ran).toMatchObject({
      status: 200,
      body: { exit_code: 0, stdout: 'hello\n', machine: `${crew.slug}/web1`, status: 'done' },
    });
    const prefixed = await service.call<Result>('POST', `/crews/${crew.slug}/synapse/exec`, {
      token: operator.session,
      body: { machine: 'web1', command: 'echo there' },
    });
    expect(prefixed.body).toMatchObject({ stdout: 'there\n' });
    // Their own machines still need a plan of their own.
    expect((await exec(service, operator, 'web1', 'echo no')).body.code).toBe('plan_required');
    expect((await exec(service, watcher, `${crew.slug}/web1`, 'echo no')).body.code).toBe('role_required');
    expect(await exec(service, crew.stranger, `${crew.slug}/web1`, 'echo no')).toMatchObject({
      status: 404,
      body: { code: 'not_found' },
    });
    // What one member ran another reads, wherever they look for it.
    const { execution_id } = ran.body;
    for (const path of [
      `/crews/${crew.slug}/synapse/executions/${execution_id}`,
      `/synapse/executions/${execution_id}`,
    ])
      expect((await service.call<Result>('GET', path, { token: watcher.session })).body.stdout, path).toBe('hello\n');
    const output = `/crews/${crew.slug}/synapse/executions/${execution_id}/output`;
    expect((await service.call('GET', output, { token: owner.session })).body).toMatchObject({ text: 'hello\n' });
    const foreign = `/synapse/executions/${execution_id}`;
    expect((await service.call('GET', foreign, { token: crew.stranger.session })).status).toBe(404);
    // The log of the crew says who did what; that of the stranger has their attempt.
    const [refused, there, hello] = await entriesOf(service, watcher, crew.slug);
    expect(refused).toMatchObject({ command_template: 'echo no', status: 'refused', refusal: 'role_required' });
    expect([there, hello]).toMatchObject([
      { command_template: 'echo there', crew: crew.slug, actor: { username: operator.username } },
      { command_template: 'echo hello', actor: { username: operator.username, token_label: null, client: null } },
    ]);
    const verified = await service.call('GET', `/crews/${crew.slug}/synapse/audit/verify`, { token: owner.session });
    expect(verified.body).toMatchObject({ intact: true, findings: [] });
  });

  it('the secrets of the crew are filled in, never those of a person, and neither is shown to anybody', async () => {
    const service = running();
    const crew = await newCrew(service);
    await withMachine(service, crew);
    const { keeper, operator, watcher } = crew.members;
    const pilot = await service.newUser('pro');
    await put(service, crew.members.owner, `/crews/${crew.slug}/members/${pilot.username}`, { role: 'operator' });
    const ofCrew = 'crew-secret-8d1f0c77ab';
    const ofPilot = 'pilot-secret-51c3e0b9aa';
    const ofWatcher = 'watcher-secret-7a6b5c4d3e';
    await put(service, keeper, `/crews/${crew.slug}/synapse/secrets/TOKEN`, { value: ofCrew });
    await put(service, pilot, '/synapse/secrets/OWN', { value: ofPilot });
    const { queries } = service.app.database;
    const listed = await service.call(`GET`, `/crews/${crew.slug}/synapse/secrets`, { token: watcher.session });
    expect(listed.body).toMatchObject({ secrets: [{ name: 'TOKEN' }] });
    const name = `${crew.slug}/web1`;
    const ran = await exec(service, pilot, name, `printf '%s %s' "{{TOKEN}}" '${ofPilot}' | rev | rev`);
    expect(ran.body.exit_code).toBe(0);
    expect(ran.body.stdout).not.toContain(ofCrew);
    expect(ran.body.stdout).not.toContain(ofPilot);
    expect(await exec(service, pilot, name, 'echo "{{OWN}}"')).toMatchObject({
      status: 422,
      body: { code: 'secret_missing' },
    });
    // What was harmless for who ran it is a secret of who reads it.
    const printed = await exec(service, operator, name, `echo ${ofWatcher}`);
    expect(printed.body.stdout).toContain(ofWatcher);
    await queries.updateTable('users').set({ plan: 'pro' }).where('id', '=', watcher.id).execute();
    await put(service, watcher, '/synapse/secrets/MINE', { value: ofWatcher });
    for (const path of ['', '/output', '/entry']) {
      const url = `/crews/${crew.slug}/synapse/executions/${printed.body.execution_id}${path}`;
      const read = await service.call('GET', url, { token: watcher.session });
      expect(read.status, url).toBe(200);
      expect(JSON.stringify(read.body), url).not.toContain(ofWatcher);
    }
    const rows = await queries.selectFrom('audit_entries').select(['command_template', 'actor']).execute();
    expect(JSON.stringify(rows)).not.toContain(ofCrew);
    expect(service.log.join('\n')).not.toContain(ofCrew);
  });

  it('an alias is looked up in the crew first; three policies hold, and the strictest verdict wins', async () => {
    const service = running();
    const crew = await newCrew(service);
    await withMachine(service, crew);
    const { keeper, owner } = crew.members;
    const name = `${crew.slug}/web1`;
    await put(service, keeper, `/crews/${crew.slug}/synapse/aliases/abc`, { command: 'echo of the crew' });
    await put(service, owner, '/synapse/aliases/abc', { command: 'echo my own' });
    await put(service, owner, '/synapse/aliases/abd', { command: 'echo mine' });
    expect((await exec(service, owner, name, '@abc')).body.stdout).toBe('of the crew\n');
    expect((await exec(service, owner, name, '@abd')).body.stdout).toBe('mine\n');

    const policy = (machine: string, program: string) =>
      `version: 1\nrules:\n  - name: no ${program}\n    when: { machine: "${machine}", program: ${program} }\n    then: deny\n`;
    // In the policy of the crew its machines need no prefix, in one's own they do; a `*` does not cross it.
    await put(service, keeper, `/crews/${crew.slug}/synapse/policy`, { text: policy('web*', 'uname') });
    await put(service, owner, '/synapse/policy', { text: policy(`${crew.slug}/*`, 'whoami') });
    const codeOf = async (by: TestUser, command: string) => (await exec(service, by, name, command)).body.code;
    expect(await codeOf(owner, 'uname')).toBe('policy_denied');
    expect(await codeOf(owner, 'whoami')).toBe('policy_denied');
    expect(await codeOf(keeper, 'uname')).toBe('policy_denied');
    expect(await codeOf(keeper, 'whoami')).toBeUndefined();
    await put(service, owner, '/synapse/policy', { text: policy('*', 'whoami') });
    expect(await codeOf(owner, 'whoami')).toBeUndefined();
  });

  it('the policy of a crew may name its machines with the crew, too, but none of another crew', async () => {
    const service = running();
    const crew = await newCrew(service);
    await withMachine(service, crew);
    const { keeper } = crew.members;
    const base = `/crews/${crew.slug}/synapse`;
    await service.call('PATCH', `${base}/machines/web1`, { token: keeper.session, body: { tags: ['web'] } });
    const verdict = async (text: string) => {
      await put(service, keeper, `${base}/policy`, { text: `version: 1\n${text}` });
      const { body } = await exec(service, keeper, `${crew.slug}/web1`, 'true');
      return body.code ?? body.status;
    };
    const names = ['web1', '*', 'tag:web', ...['web1', '*', 'tag:web'].map((name) => `${crew.slug}/${name}`), '*/web1'];
    for (const name of names) {
      expect(await verdict(`machines:\n  "${name}": closed\n`), name).toBe('policy_denied');
      expect(await verdict(`rules:\n  - when: { machine: "${name}" }\n    then: deny\n`), name).toBe('policy_denied');
      expect(await verdict(`rules:\n  - when: { not_machine: "${name}" }\n    then: deny\n`), name).toBe('done');
    }
    expect(await verdict('machines:\n  "another-crew/web1": closed\n')).toBe('done');
  });

  it('an alias carries a machine of its own workspace, and never aims at that of another', async () => {
    const service = running();
    const [crew, other] = [await newCrew(service), await newCrew(service)];
    const { keeper, operator, owner, watcher } = crew.members;
    for (const one of [crew, other]) await withMachine(service, one);
    await service.created('/synapse/machines', owner.session, { slug: 'web1', kind: 'local' });
    const { scratch } = service;
    const base = `/crews/${crew.slug}/synapse`;
    const ofCrew = { command: 'echo of the crew; pwd', machine: 'web1', cwd: scratch };
    expect((await put(service, keeper, `${base}/aliases/dep`, ofCrew)).body).toMatchObject(ofCrew);
    await put(service, owner, '/synapse/aliases/own', { command: 'echo my own; pwd', machine: 'web1', cwd: scratch });
    const run = async (by: TestUser, path: string, body: object) =>
      (await service.call<Result>('POST', path, { token: by.session, body })).body;
    const name = `${crew.slug}/web1`;

    // In the address of the crew its alias means the machine of the crew, for everybody whose role runs commands there.
    for (const by of [operator, owner]) {
      const ran = await run(by, `${base}/exec`, { command: '@dep' });
      expect(ran).toMatchObject({ machine: name, exit_code: 0 });
      expect(ran.stdout).toContain(`${scratch}\n`);
    }
    expect((await run(watcher, `${base}/exec`, { command: '@dep' })).code).toBe('role_required');
    expect((await run(crew.stranger, `${base}/exec`, { command: '@dep' })).code).toBe('not_found');
    // Where the machine of the crew is named, the rest comes from the alias that runs there.
    expect((await run(owner, '/synapse/exec', { machine: name, command: '@dep' })).stdout).toContain(`${scratch}\n`);
    expect(await run(owner, `${base}/explain`, { command: '@dep' })).toMatchObject({ machine: name, cwd: scratch });
    expect((await run(crew.stranger, '/synapse/exec', { machine: name, command: '@dep' })).code).toBe('not_found');
    // Outside of it nothing aims at the crew that the call does not name.
    expect((await run(owner, '/synapse/exec', { command: '@dep' })).code).toBe('arguments_invalid');

    // One's own alias means one's own machine of that name.
    expect(await run(owner, '/synapse/exec', { command: '@own' })).toMatchObject({ machine: 'web1', exit_code: 0 });
    expect((await run(owner, `${base}/exec`, { command: '@own' })).code).toBe('arguments_invalid');
    const named = await run(owner, `${base}/exec`, { command: '@own', machine: 'web1' });
    expect(named).toMatchObject({ machine: name });
    expect(named.stdout).toContain(`${scratch}\n`);

    // Its policy judges what the alias stands for, on the machine that it means.
    const text = 'version: 1\nrules:\n  - name: no pwd\n    when: { machine: web1, program: pwd }\n    then: deny\n';
    await put(service, keeper, `${base}/policy`, { text });
    expect((await run(owner, `${base}/exec`, { command: '@dep' })).code).toBe('policy_denied');
    expect(await run(owner, '/synapse/exec', { command: '@own' })).toMatchObject({ exit_code: 0 });

    // Machines of workspaces that mean different things by it are not run with the directory of one of them.
    await put(service, owner, '/synapse/aliases/dep', { command: 'echo own', cwd: '/' });
    const mixed = { machines: ['web1', name], command: '@dep' };
    const refused = await service.call<{ code: string; fields: { field: string }[] }>('POST', '/synapse/exec-many', {
      token: owner.session,
      body: mixed,
    });
    expect(refused).toMatchObject({ status: 422, body: { code: 'arguments_invalid' } });
    expect(JSON.stringify(refused.body)).toContain('dep');
    const said = await run(owner, '/synapse/exec-many', { ...mixed, machines: ['web1'] });
    expect(said).toMatchObject({ total: 1, succeeded: 1 });
    const entries = await entriesOf(service, watcher, crew.slug);
    expect(entries.map(({ command_template }) => command_template)).not.toContain('echo own');
  });

  it('what many machines were told at once was typed once, and says so in the log of each workspace', async () => {
    const service = running();
    const crew = await newCrew(service);
    await withMachine(service, crew);
    await withMachine(service, crew, 'web2');
    const { operator } = crew.members;
    const body = { machines: [`${crew.slug}/web1`, `${crew.slug}/web2`], command: 'echo twice' };
    const ran = await service.call('POST', '/synapse/exec-many', { token: operator.session, body });
    expect(ran.body).toMatchObject({ total: 2, succeeded: 2 });
    const { queries } = service.app.database;
    const rows = await queries
      .selectFrom('audit_entries')
      .select(['machine', 'typed_chars'])
      .where('command_template', '=', 'echo twice')
      .orderBy('machine')
      .execute();
    expect(rows).toEqual([
      { machine: 'web1', typed_chars: 'echo twice'.length },
      { machine: 'web2', typed_chars: 0 },
    ]);
  });

  it('a machine is added, changed and removed by keepers; the log of the crew tells it, with who did it', async () => {
    const service = running();
    const crew = await newCrew(service);
    await withMachine(service, crew);
    const { keeper, watcher, operator } = crew.members;
    const base = `/crews/${crew.slug}/synapse`;
    const ssh = {
      slug: 'far',
      kind: 'ssh',
      connection: { host: 'far.example', user: 'deploy', password_secret: 'PASSWORD' },
    };
    await service.created(`${base}/machines`, keeper.session, ssh);
    // How it is reached is for keepers.
    type List = { machines: { slug: string; connection?: object }[] };
    const seen = async (user: TestUser) =>
      (await service.call<List>('GET', `${base}/machines`, { token: user.session })).body.machines;
    expect((await seen(keeper)).find(({ slug }) => slug === 'far')).toHaveProperty('connection');
    for (const lower of [watcher, operator]) {
      expect((await seen(lower)).map(({ slug }) => slug)).toEqual(['far', 'web1']);
      expect(JSON.stringify(await seen(lower))).not.toMatch(/far\.example|deploy|PASSWORD/);
    }
    await service.call('PATCH', `${base}/machines/far`, { token: keeper.session, body: { label: 'Far away' } });
    await put(service, keeper, `${base}/secrets/PASSWORD`, { value: 'a password of the crew' });
    await service.call('DELETE', `${base}/secrets/PASSWORD`, { token: keeper.session });
    await service.call('DELETE', `${base}/machines/far`, { token: keeper.session });
    const changes = (await entriesOf(service, watcher, crew.slug)).filter(({ source }) => source === 'crew');
    expect(changes.slice(0, 6).map(({ command_template }) => command_template)).toEqual([
      'machine rm far',
      'secret rm PASSWORD',
      'secret put PASSWORD',
      'machine set far',
      'machine add far',
      'machine add web1',
    ]);
    expect(changes[0]).toMatchObject({ actor: { username: keeper.username }, crew: crew.slug });
    // One's own workspace has nothing of it.
    const own = await service.call<List>('GET', '/synapse/machines', { token: keeper.session });
    expect(own.body.machines).toEqual([]);
  });

  it('every call that names a machine in its body or query takes its prefixed name, from either address', async () => {
    const service = running();
    const crew = await newCrew(service);
    const { slug, members, stranger } = crew;
    await withMachine(service, crew);
    const name = `${slug}/web1`;
    const policy = 'version: 1\nrules:\n  - when: { program: uname }\n    then: ask\n';
    await put(service, members.keeper, `/crews/${slug}/synapse/policy`, { text: policy });
    const path = `${service.scratch}/${slug}`;
    /** The lowest role that each takes. */
    type Named = [string, keyof TestCrew['members'], object, 201?];
    const calls: readonly Named[] = [
      ['POST /synapse/exec', 'operator', { machine: name, command: `echo text > ${path}` }],
      ['POST /synapse/exec-many', 'operator', { machines: [name], command: 'true' }],
      ['POST /synapse/copy', 'operator', { from: `${name}:${path}`, to: `${name}:${path}-2` }],
      ['POST /synapse/explain', 'watcher', { machine: name, command: 'true' }],
      ['POST /synapse/explain/typed', 'watcher', { machine: name, command: 'true' }],
      ['POST /synapse/freeze', 'operator', { machine: name }, 201],
      ['POST /synapse/grants', 'operator', { machine: name }, 201],
      ['POST /synapse/machines', 'keeper', { slug: `${slug}/far`, kind: 'local' }, 201],
      ['POST /synapse/machines/check', 'keeper', { slug: `${slug}/new`, kind: 'local' }],
      [`GET /synapse/executions?machine=${encodeURIComponent(name)}`, 'watcher', {}],
      [`GET /synapse/audit/export?machine=${encodeURIComponent(name)}`, 'keeper', {}],
    ];
    const ask = (by: TestUser, call: string, body: object, prefix = '') => {
      const [method, url] = call.split(' ') as [string, string];
      const given = method === 'GET' ? {} : { body };
      return service.call<{ code?: string }>(method, prefix + url, { token: by.session, ...given });
    };
    const inCrew = `/crews/${slug}/synapse`;
    // A frozen machine takes no more orders, and a slug is given once.
    const undo = async () => {
      const token = members.keeper.session;
      type Freezes = { freezes: { id: string }[] };
      const { freezes } = (await service.call<Freezes>('GET', `${inCrew}/freeze`, { token })).body;
      for (const { id } of freezes) await service.call('DELETE', `${inCrew}/freeze/${id}`, { token });
      await service.call('DELETE', `${inCrew}/machines/far`, { token });
    };
    for (const prefix of ['', `/crews/${slug}`])
      for (const [call, lowest, body, status = 200] of calls) {
        const told = `${prefix} ${call}`;
        const answer = await ask(members[lowest], call, body, prefix);
        expect([answer.status, answer.body.code], told).toEqual([status, undefined]);
        const lower = lowest === 'keeper' ? members.operator : lowest === 'operator' ? members.watcher : null;
        if (lower !== null)
          expect(JSON.stringify((await ask(lower, call, body, prefix)).body), told).toContain('role_required');
        expect(JSON.stringify((await ask(stranger, call, body, prefix)).body), told).toContain('not_found');
        await undo();
      }
    // It is nobody's own.
    type List = { machines: { slug: string }[] };
    const own = await service.call<List>('GET', '/synapse/machines', { token: members.keeper.session });
    expect(own.body.machines).toEqual([]);
    const changes = (await entriesOf(service, members.watcher, slug)).map(({ command_template }) => command_template);
    expect(changes.filter((text) => text === 'machine add far')).toHaveLength(2);
    // Without a plan, none of one's own.
    const bare = { slug: 'far', kind: 'local' };
    for (const call of ['POST /synapse/machines', 'POST /synapse/machines/check'])
      expect((await ask(members.keeper, call, bare)).body.code).toBe('plan_required');

    // What belongs to the crew names machines of the crew alone.
    const alias = await put(service, members.keeper, `${inCrew}/aliases/dpl`, { command: 'true', machine: name });
    expect(alias.body).toMatchObject({ machine: 'web1' });
    const elsewhere = { command: 'true', machine: 'another-crew/web1' };
    expect((await put(service, members.keeper, `${inCrew}/aliases/dpl`, elsewhere)).body.code).toBe(
      'arguments_invalid',
    );
    expect(
      (await put(service, members.owner, '/synapse/aliases/dpl', { command: 'true', machine: name })).body.code,
    ).toBe('arguments_invalid');
    const bound = { value: 'a-value-of-the-crew', machines: [name, `${slug}/db-*`] };
    await put(service, members.keeper, `${inCrew}/secrets/BOUND`, bound);
    const used = await exec(service, members.operator, name, 'test -n "{{BOUND}}"');
    expect(used.body).toMatchObject({ exit_code: 0 });
  });

  it('what is below the address of an execution of a crew answers with and without the crew', async () => {
    const service = running();
    const crew = await newCrew(service);
    await withMachine(service, crew);
    const { operator, watcher, keeper } = crew.members;
    const value = 'a-secret-of-this-crew-77';
    const { execution_id: id } = (await exec(service, operator, `${crew.slug}/web1`, `echo ${value}`)).body;
    await put(service, keeper, `/crews/${crew.slug}/synapse/secrets/LATE`, { value });
    for (const below of ['', '/entry', '/output', '/output-order', '/stream'])
      for (const prefix of ['', `/crews/${crew.slug}`]) {
        const url = `${prefix}/synapse/executions/${id}${below}`;
        const of = (by: TestUser) => fetch(service.url + url, { headers: { authorization: `Bearer ${by.session}` } });
        const answer = await of(watcher);
        expect(answer.status, url).toBe(200);
        expect(await answer.text(), url).not.toContain(value);
        expect((await of(crew.stranger)).status, url).toBe(404);
      }
    const entry = await service.call(`GET`, `/synapse/executions/${id}/entry`, { token: watcher.session });
    expect(entry.body).toMatchObject({
      execution_id: id,
      crew: crew.slug,
      ip: null,
      command_template: 'echo {{LATE}}',
    });
  });

  it('on several machines, those that the role does not allow are refused in their rows', async () => {
    const service = running();
    const [one, other] = [await newCrew(service), await newCrew(service)];
    await withMachine(service, one);
    await withMachine(service, other);
    const { operator } = one.members;
    await put(service, other.members.owner, `/crews/${other.slug}/members/${operator.username}`, { role: 'watcher' });
    const many = (machines: string[]) =>
      service.call<{ code?: string; total: number; succeeded: number; groups: { machines: string[] }[] }>(
        'POST',
        '/synapse/exec-many',
        { token: operator.session, body: { machines, command: 'echo all' } },
      );
    const mixed = await many(['*/web1']);
    expect(mixed.body).toMatchObject({ total: 2, succeeded: 1 });
    expect(mixed.body.groups.map(({ machines }) => machines)).toEqual([[`${one.slug}/web1`], [`${other.slug}/web1`]]);
    expect((await many([`${other.slug}/*`])).body.code).toBe('role_required');
    // A `*` alone means machines of one's own, which take a plan of one's own.
    expect((await many(['*'])).body.code).toBe('plan_required');
  });

  it('a personal freeze stops its user on the machines of crews; one of the crew stops everybody there', async () => {
    const service = running();
    const crew = await newCrew(service);
    await withMachine(service, crew);
    const { operator, keeper } = crew.members;
    const name = `${crew.slug}/web1`;
    const mine = await service.created<{ id: string }>('/synapse/freeze', operator.session, {});
    const typed = async (by: TestUser) => {
      const path = `/crews/${crew.slug}/synapse/explain/typed`;
      const options = { token: by.session, body: { machine: 'web1', command: 'echo typed' } };
      return (await service.call<{ refusal: { code: string } | null }>('POST', path, options)).body.refusal?.code;
    };
    expect((await exec(service, operator, name, 'echo no')).body).toMatchObject({
      code: 'frozen',
      detail: expect.stringContaining('tout le compte'),
    });
    expect((await exec(service, keeper, name, 'echo yes')).body.stdout).toBe('yes\n');
    expect(await typed(operator)).toBe('frozen');
    expect(await typed(keeper)).toBeUndefined();
    await service.call('DELETE', `/synapse/freeze/${mine.id}`, { token: operator.session });
    const all = await service.created<{ id: string }>(`/crews/${crew.slug}/synapse/freeze`, operator.session, {});
    const told = await exec(service, keeper, name, 'echo no');
    expect(told.body).toMatchObject({ code: 'frozen', detail: expect.stringContaining('tout l’équipage') });
    expect(await typed(keeper)).toBe('frozen');
    const lift = (by: TestUser) =>
      service.call<{ code?: string }>('DELETE', `/crews/${crew.slug}/synapse/freeze/${all.id}`, { token: by.session });
    expect((await lift(operator)).body.code).toBe('role_required');
    expect((await lift(keeper)).status).toBe(204);
    expect((await exec(service, operator, name, 'echo yes')).body.stdout).toBe('yes\n');
  });
});
