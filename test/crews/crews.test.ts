/** Crews and who belongs to them: created, joined, left, ended; a crew always has an owner. */
import { expect, it } from 'vitest';
import type { Service, TestUser } from '../service.ts';
import { describeServiceOnBoth, newCrew } from './on-both.ts';

type Crews = { crews: { slug: string; name: string; role: string; until: string | null; members: number }[] };
type Members = { members: { username: string; role: string; until: string | null }[] };
type Problem = { code: string; fields?: { field: string }[] };

const HOUR = 3600_000;

describeServiceOnBoth('crews', (running) => {
  const crewsOf = async ({ session }: TestUser) =>
    (await running().call<Crews>('GET', '/crews', { token: session })).body.crews;
  const membersOf = async ({ session }: TestUser, slug: string) =>
    (await running().call<Members>('GET', `/crews/${slug}/members`, { token: session })).body.members;
  const put = (by: TestUser, slug: string, user: TestUser, body: object) =>
    running().call<Problem>('PUT', `/crews/${slug}/members/${user.username}`, { token: by.session, body });
  const remove = (by: TestUser, slug: string, user: TestUser) =>
    running().call<Problem>('DELETE', `/crews/${slug}/members/${user.username}`, { token: by.session });
  const invite = async (by: TestUser, slug: string, body: object) => {
    const made = await running().created<{ id: string; url: string; expires_at: string }>(
      `/crews/${slug}/invitations`,
      by.session,
      body,
    );
    return { ...made, code: new URL(made.url).searchParams.get('code')! };
  };
  const join = (user: TestUser, code: string) =>
    running().call<Problem>('POST', '/crews/join', { token: user.session, body: { code } });
  /** What the log of a crew says of changes, oldest first. */
  const told = async (service: Service, slug: string): Promise<string[]> => {
    const { queries } = service.app.database;
    const rows = await queries
      .selectFrom('audit_entries')
      .select(['command_template', 'source', 'actor'])
      .where('actor', 'like', `%"crew":"${slug}"%`)
      .orderBy('seq')
      .execute();
    return rows.map(({ command_template, source, actor }) => {
      expect(source).toBe('crew');
      return `${(JSON.parse(actor!) as { username: string }).username}: ${command_template}`;
    });
  };

  it('a crew takes the plan, has a slug of its own, and belongs to its creator', async () => {
    const service = running();
    const [ada, pro] = [await service.newUser('equipage'), await service.newUser('pro')];
    const create = (user: TestUser, body: object) =>
      service.call<Problem & { detail: string }>('POST', '/crews', { token: user.session, body });
    const refused = await create(pro, { slug: 'first', name: 'First' });
    expect(refused).toMatchObject({ status: 403, body: { code: 'plan_required' } });
    expect(refused.body.detail).toContain('Équipage');
    expect(await create(ada, { slug: 'first', name: 'First' })).toMatchObject({
      status: 201,
      body: { slug: 'first', name: 'First', role: 'owner', until: null, members: 1 },
    });
    expect(await create(ada, { slug: 'first', name: 'Again' })).toMatchObject({
      status: 409,
      body: { code: 'crew_exists' },
    });
    for (const slug of ['join', 'new', 'a', 'UPPER', 'under_score', 'x'.repeat(33), ''])
      expect(await create(ada, { slug, name: 'No' }), slug).toMatchObject({
        status: 422,
        body: { code: 'arguments_invalid', fields: [{ field: 'slug' }] },
      });
    expect(await crewsOf(ada)).toMatchObject([{ slug: 'first', name: 'First' }]);
    expect(await crewsOf(pro)).toEqual([]);
    const renamed = await service.call('PATCH', '/crews/first', { token: ada.session, body: { name: 'Premier' } });
    expect(renamed).toMatchObject({ status: 200, body: { slug: 'first', name: 'Premier' } });
    // Somebody else's is as if it did not exist.
    const foreign = await service.call('GET', '/crews/first/members', { token: pro.session });
    const unknown = await service.call('GET', '/crews/nowhere/members', { token: pro.session });
    expect(foreign.status).toBe(404);
    expect(foreign.body).toEqual(unknown.body);
  });

  it('no name that members read has a character that cannot be seen', async () => {
    const service = running();
    const { slug, members } = await newCrew(service);
    const { session } = members.owner;
    const call = (method: string, path: string, body: object) =>
      service.call<Problem & { name: string; label: string }>(method, path, { token: session, body });
    const scopes = ['mcp:read'];
    const machine = { slug: 'here', kind: 'local' };
    const projects = `/crews/${slug}/tda/projects`;
    const project = await service.created<{ id: number }>(projects, session, { name: 'Site' });
    const commit = { message: 'A commit', commit_ref: 'abc1234', commit_date: '2026-01-31T09:05:00+01:00' };
    const filter = { match_command: '^true$', cases: [{ name: 'A case', stdout: '', expected: '' }] };
    const calls = (name: string) => [
      call('PATCH', `/crews/${slug}`, { name }),
      call('POST', '/crews', { slug: `${slug}-2`, name }),
      call('POST', `/crews/${slug}/synapse/machines`, { ...machine, label: name }),
      call('POST', '/tda/ai/tokens', { scopes, label: name }),
      call('POST', `/crews/${slug}/tda/journal/tokens`, { label: name }),
      call('POST', `${projects}`, { name }),
      call('PATCH', `${projects}/${project.id}`, { name }),
      call('POST', `${projects}/${project.id}/knowledge`, { title: 'Tagged', tags: [name] }),
      call('POST', `/crews/${slug}/tda/journal`, { project_id: project.id, content: 'Tagged', tags: [name] }),
      call('POST', `/crews/${slug}/tda/journal/git-commit`, { ...commit, project_id: project.id, repo: name }),
      call('PUT', `/crews/${slug}/synapse/secrets/FILED`, { value: 'a value of the crew', folder: name }),
      call('PUT', `/crews/${slug}/synapse/filters/own`, { ...filter, cases: [{ ...filter.cases[0], name }] }),
    ];
    const hidden = ['\u202e', '\u2066', '\u200b', '\u00ad', '\u2060', '\u{e0041}', '\u3164', '\n', '\u2028', '\0'];
    for (const character of hidden)
      for (const answer of await Promise.all(calls(`Opera${character}tions`)))
        expect(answer, JSON.stringify(character)).toMatchObject({ status: 422, body: { code: 'arguments_invalid' } });
    expect((await crewsOf(members.owner)).map(({ name }) => name)).toEqual([expect.stringMatching(/^Crew/)]);
    for (const answer of await Promise.all(calls('Opérations')))
      expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
    // A title is prose: what joins letters and emoji may stand in it, and nothing that turns what follows around.
    const titled = (title: string) => call('POST', `${projects}/${project.id}/roadmap`, { title });
    for (const title of ['a\u202eb', 'a\u2066b', 'a\u2028b', 'a\nb'])
      expect(await titled(title), JSON.stringify(title)).toMatchObject({ status: 422 });
    for (const title of ['👩‍💻 développement', 'می‌خواهم'])
      expect(await titled(title)).toMatchObject({ status: 201, body: { title } });
    // As typographers set it; what people write otherwise stays.
    for (const [given, shown] of [
      ['Équipe\u00a0: nuit', 'Équipe : nuit'],
      ['運用 ⚙️ שלום', '運用 ⚙️ שלום'],
    ])
      expect((await call('PATCH', `/crews/${slug}`, { name: given })).body.name).toBe(shown);
  });

  it('a deleted crew leaves nothing under its slug, and its log', async () => {
    const service = running();
    const { slug, members } = await newCrew(service);
    const { owner, keeper } = members;
    const del = (by: TestUser, confirm: string) =>
      service.call<Problem>('DELETE', `/crews/${slug}`, { token: by.session, body: { confirm } });
    expect(await del(keeper, slug)).toMatchObject({ status: 403, body: { code: 'role_required' } });
    expect(await del(owner, 'something else')).toMatchObject({
      status: 422,
      body: { code: 'arguments_invalid', fields: [{ field: 'confirm' }] },
    });
    const { code } = await invite(owner, slug, { role: 'watcher' });
    expect((await del(owner, slug)).status).toBe(204);
    expect(await crewsOf(keeper)).toEqual([]);
    expect((await service.call('GET', `/crews/${slug}/members`, { token: owner.session })).status).toBe(404);
    expect((await join(keeper, code)).body.code).toBe('invitation_invalid');
    const again = { slug, name: 'Again' };
    expect(await service.created('/crews', owner.session, again)).toMatchObject({ members: 1, name: 'Again' });
    expect(await crewsOf(keeper)).toEqual([]);
    expect(await told(service, slug)).toContain(`${owner.username}: crew rm ${slug}`);
  });

  it('members are added, changed and removed by owners; anybody may leave; the log tells it', async () => {
    const service = running();
    const { slug, members, stranger } = await newCrew(service);
    const { owner, keeper, operator, watcher } = members;
    expect((await membersOf(watcher, slug)).map(({ username, role }) => [username, role])).toEqual([
      [owner.username, 'owner'],
      [watcher.username, 'watcher'],
      [operator.username, 'operator'],
      [keeper.username, 'keeper'],
    ]);
    for (const lower of [watcher, operator, keeper]) {
      expect(await put(lower, slug, stranger, { role: 'owner' })).toMatchObject({
        status: 403,
        body: { code: 'role_required', detail: expect.stringContaining('owner') },
      });
      expect((await remove(lower, slug, owner)).body.code).toBe('role_required');
    }
    expect((await put(stranger, slug, stranger, { role: 'owner' })).body.code).toBe('not_found');
    expect((await put(owner, slug, { ...stranger, username: 'nobody-here' }, { role: 'owner' })).status).toBe(404);
    expect((await put(owner, slug, stranger, { role: 'king' })).status).toBe(422);
    expect(await put(owner, slug, watcher, { role: 'operator' })).toMatchObject({
      status: 200,
      body: { username: watcher.username, role: 'operator', until: null },
    });
    expect((await remove(keeper, slug, keeper)).status).toBe(204);
    expect((await remove(owner, slug, operator)).status).toBe(204);
    expect((await remove(owner, slug, operator)).status).toBe(404);
    expect(await crewsOf(operator)).toEqual([]);
    expect(await told(service, slug)).toEqual([
      `${owner.username}: crew add ${slug}`,
      `${owner.username}: member add ${watcher.username} watcher`,
      `${owner.username}: member add ${operator.username} operator`,
      `${owner.username}: member add ${keeper.username} keeper`,
      `${owner.username}: member set ${watcher.username} operator`,
      `${keeper.username}: member leave ${keeper.username}`,
      `${owner.username}: member rm ${operator.username}`,
    ]);
  });

  it('an invitation is good once, for a week; the code is nowhere in the database', async () => {
    const service = running();
    const { slug, members, stranger } = await newCrew(service);
    const { owner, keeper } = members;
    expect(
      (await service.call('POST', `/crews/${slug}/invitations`, { token: keeper.session, body: { role: 'watcher' } }))
        .status,
    ).toBe(403);
    const first = await invite(owner, slug, { role: 'operator' });
    const listed = await service.call<{ invitations: object[] }>('GET', `/crews/${slug}/invitations`, {
      token: owner.session,
    });
    expect(listed.body.invitations).toMatchObject([{ id: first.id, role: 'operator', created_by: owner.username }]);
    expect(JSON.stringify(listed.body)).not.toContain(first.code);
    // Somebody who is a member already does not use it up.
    expect(await join(keeper, first.code)).toMatchObject({ status: 409, body: { code: 'member_exists' } });
    const other = await service.newUser('free');
    const both = await Promise.all([join(stranger, first.code), join(other, first.url)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 404]);
    expect((await membersOf(owner, slug)).filter(({ role }) => role === 'operator')).toHaveLength(2);
    expect((await join(other, 'no-such-code')).body.code).toBe('invitation_invalid');

    const second = await invite(owner, slug, { role: 'watcher' });
    const path = `/crews/${slug}/invitations/${second.id}`;
    expect((await service.call('DELETE', path, { token: owner.session })).status).toBe(204);
    expect((await service.call('DELETE', path, { token: owner.session })).status).toBe(404);
    const late = await service.newUser('free');
    expect((await join(late, second.code)).body.code).toBe('invitation_invalid');
    const rows = await service.app.database.queries.selectFrom('crew_invitations').selectAll().execute();
    expect(rows.some(({ code_hash }) => code_hash.toString().includes(first.code))).toBe(false);
    expect((await told(service, slug)).join('\n')).not.toContain(first.code);
  });

  it('a crew keeps an owner whose role does not end', async () => {
    const service = running();
    const admin = await service.login();
    const { slug, members } = await newCrew(service);
    const { owner, keeper } = members;
    const soon = new Date(Date.now() + HOUR).toISOString();
    const lastOwner = { status: 409, body: { code: 'last_owner' } };
    const disable = (user: TestUser) =>
      service.call<Problem>('PATCH', `/admin/users/${user.id}`, { token: admin, body: { disabled: true } });
    expect(await remove(owner, slug, owner)).toMatchObject(lastOwner);
    expect(await put(owner, slug, owner, { role: 'keeper' })).toMatchObject(lastOwner);
    expect(await put(owner, slug, owner, { role: 'owner', until: soon })).toMatchObject(lastOwner);
    expect(await disable(owner)).toMatchObject(lastOwner);
    expect(await service.call('DELETE', `/admin/users/${owner.id}`, { token: admin })).toMatchObject(lastOwner);
    // An owner for an hour is not enough.
    await put(owner, slug, keeper, { role: 'owner', until: soon });
    expect(await remove(owner, slug, owner)).toMatchObject(lastOwner);
    await put(owner, slug, keeper, { role: 'owner' });
    expect((await disable(keeper)).status).toBe(200);
    // Nor is one whose account is disabled.
    expect(await remove(owner, slug, owner)).toMatchObject(lastOwner);
    await service.call('PATCH', `/admin/users/${keeper.id}`, { token: admin, body: { disabled: false } });
    expect((await remove(owner, slug, owner)).status).toBe(204);
    expect(await crewsOf(owner)).toEqual([]);
  });

  it('of two owners who demote each other, or both leave, at the same instant, one stays', async () => {
    const service = running();
    const [ada, bob] = [await service.newUser('equipage'), await service.newUser('free')];
    for (let round = 0; round < 8; round++) {
      const slug = `pair-${round}`;
      await service.created('/crews', ada.session, { slug, name: 'Pair' });
      await put(ada, slug, bob, { role: 'owner' });
      const outcomes = await Promise.all(
        round % 2 === 0
          ? [put(ada, slug, bob, { role: 'watcher' }), put(bob, slug, ada, { role: 'watcher' })]
          : [remove(ada, slug, ada), remove(bob, slug, bob)],
      );
      expect(outcomes.filter(({ status }) => status < 300)).toHaveLength(1);
      const { queries } = service.app.database;
      const left = await queries
        .selectFrom('crew_members as member')
        .innerJoin('crews as crew', 'crew.id', 'member.crew_id')
        .select('member.user_id')
        .where('crew.slug', '=', slug)
        .where('member.role', '=', 'owner')
        .execute();
      expect(left).toHaveLength(1);
    }
  });

  it('a role with an end is over at that moment, by itself', async () => {
    const service = running();
    const { slug, members } = await newCrew(service);
    const { owner, operator } = members;
    const past = new Date(Date.now() - HOUR).toISOString();
    expect(await put(owner, slug, operator, { role: 'operator', until: past })).toMatchObject({
      status: 422,
      body: { code: 'arguments_invalid', fields: [{ field: 'until' }] },
    });
    const soon = new Date(Date.now() + HOUR).toISOString();
    expect(await put(owner, slug, operator, { role: 'keeper', until: soon })).toMatchObject({ body: { until: soon } });
    expect(await crewsOf(operator)).toMatchObject([{ slug, role: 'keeper', until: soon }]);
    // The time comes, by the clock of the database.
    await service.app.database.queries
      .updateTable('crew_members')
      .set({ until: Date.now() - 1 })
      .where('user_id', '=', operator.id)
      .execute();
    expect(await crewsOf(operator)).toEqual([]);
    expect((await service.call('GET', `/crews/${slug}/members`, { token: operator.session })).status).toBe(404);
    expect((await membersOf(owner, slug)).map(({ username }) => username)).not.toContain(operator.username);
    const { code } = await invite(owner, slug, { role: 'watcher' });
    expect(await join(operator, code)).toMatchObject({ status: 200, body: { slug, role: 'watcher', until: null } });
  });
});
