/** Projects and what they remember over HTTP, on both databases. */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { personalWorkspaceId } from '../../packages/server/src/ids.ts';
import { createPostgresDatabase } from '../databases.ts';
import { type Service, startService, type TestUser } from '../service.ts';

type Fields = Record<string, unknown> & { id: number; version: number };
interface Problem {
  code: string;
  detail: string;
  fields?: { field: string }[];
  result?: Fields;
}

const LISTS = ['facets', 'roadmap', 'knowledge', 'ideas', 'packs', 'services'];

describe.each(['sqlite', 'postgres'] as const)('projects on %s', (dialect) => {
  let service: Service;
  let user: TestUser;
  let stranger: TestUser;
  let project: number;
  beforeAll(async () => {
    const env: Record<string, string> =
      dialect === 'postgres' ? { SYNAPSE_DATABASE_URL: await createPostgresDatabase() } : {};
    service = await startService(env);
    [user, stranger] = [await service.newUser('free'), await service.newUser('pro')];
    project = (await call<Fields>('POST', '/tda/projects', { name: 'Maison' })).body.id;
  });
  afterAll(() => service.stop());

  const call = <T = Fields>(method: string, path: string, body?: unknown, who = user) =>
    service.call<T>(method, path, { token: who.session, body });
  const add = async (list: string, body: Record<string, unknown>, at = project): Promise<Fields> => {
    const answer = await call('POST', `/tda/projects/${at}/${list}`, body);
    expect(answer.status, JSON.stringify(answer.body)).toBe(201);
    return answer.body;
  };

  it('are created, listed, changed and deleted [C7-PROJECTS]', async () => {
    const { status, body } = await call('POST', '/tda/projects', { name: ' Garage ', description: 'Two *doors*' });
    expect(status).toBe(201);
    expect(body).toMatchObject({ id: expect.any(Number), name: 'Garage', description: 'Two *doors*', version: 1 });
    expect(Number.isInteger(body.id)).toBe(true);
    const { body: listed } = await call<{ projects: Fields[] }>('GET', '/tda/projects');
    expect(listed.projects.map(({ name }) => name)).toEqual(['Maison', 'Garage']);
    const changed = await call('PATCH', `/tda/projects/${body.id}`, { name: 'Remise' });
    expect(changed.body).toMatchObject({ name: 'Remise', description: 'Two *doors*', version: 2 });
    expect((await call('GET', `/tda/projects/${body.id}`)).body).toEqual(changed.body);
    await add('facets', { title: 'x' }, body.id);
    await call('POST', '/tda/journal', { project_id: body.id, content: 'y' });
    expect((await call('DELETE', `/tda/projects/${body.id}`)).status).toBe(204);
    expect((await call<Problem>('GET', `/tda/projects/${body.id}`)).body.code).toBe('project_not_found');
    const left = await service.app.database.queries
      .selectFrom('search_docs')
      .selectAll()
      .where('project_id', '=', body.id)
      .execute();
    expect(left).toEqual([]);
    for (const wrong of [{}, { name: '' }, { name: 'x'.repeat(101) }, { name: 'a\nb' }, { name: 'x', extra: 1 }]) {
      expect((await call('POST', '/tda/projects', wrong)).status).toBe(422);
    }
  });

  it('keep items of each kind, in order, with what each kind has', async () => {
    const facet = await add('facets', { title: 'Architecture', content: '# Plan' });
    expect(facet).toMatchObject({ project_id: project, content: '# Plan', position: 0, version: 1 });
    const second = await add('facets', { title: 'Risks' });
    await call('PATCH', `/tda/projects/${project}/facets/${facet.id}`, { position: 5 });
    const { body } = await call<{ facets: Fields[] }>('GET', `/tda/projects/${project}/facets`);
    expect(body.facets.map(({ id }) => id)).toEqual([second.id, facet.id]);
    expect(await add('roadmap', { title: 'Roof' })).toMatchObject({ status: 'planned', horizon: 'next', position: 0 });
    expect(await add('knowledge', { title: 'Wood', tags: ['oak'], source: 'https://x.test' })).toMatchObject({
      tags: ['oak'],
      source: 'https://x.test',
    });
    expect(await add('ideas', { title: 'Pool' })).toMatchObject({ tags: [], status: 'open', promoted_to: null });
    expect(await add('services', { title: 'Heating', machine: 'local', url: 'http://localhost:3000' })).toMatchObject({
      machine: 'local',
      status: 'running',
      closed_reason: null,
    });
    expect(await add('services', { title: 'Shop', machine: 'ops/web1' })).toMatchObject({ machine: 'ops/web1' });
    for (const list of LISTS) {
      const { status, body: answer } = await call<Record<string, unknown[]>>('GET', `/tda/projects/${project}/${list}`);
      expect([list, status, Array.isArray(answer[list])]).toEqual([list, 200, true]);
    }
    expect((await call('DELETE', `/tda/projects/${project}/facets/${second.id}`)).status).toBe(204);
    expect((await call('DELETE', `/tda/projects/${project}/facets/${second.id}`)).status).toBe(404);
  });

  it('refuse an update made from an older version, with the current one', async () => {
    const { id } = await add('knowledge', { title: 'Paint' });
    const path = `/tda/projects/${project}/knowledge/${id}`;
    const race = await Promise.all(
      ['red', 'blue', 'green'].map((content) => call<Problem & Fields>('PATCH', path, { content, version: 1 })),
    );
    expect(race.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    const winner = race.find(({ status }) => status === 200)!.body;
    const loser = race.find(({ status }) => status === 409)!.body;
    expect(loser).toMatchObject({ code: 'version_conflict', result: { id, version: 2, content: winner.content } });
    expect((await call('PATCH', path, { content: 'again', version: 2 })).body.version).toBe(3);
    const projectConflict = await call<Problem>('PATCH', `/tda/projects/${project}`, { name: 'x', version: 99 });
    expect([projectConflict.status, projectConflict.body.result?.id]).toEqual([409, project]);
  });

  it('turn an idea into an item of the roadmap, once', async () => {
    const idea = await add('ideas', { title: 'Veranda', content: 'South side' });
    const path = `/tda/projects/${project}/ideas/${idea.id}`;
    const { status, body } = await call<{ idea: Fields; item: Fields }>('POST', `${path}/promote`, {});
    expect(status).toBe(201);
    expect(body.item).toMatchObject({ title: 'Veranda', content: 'South side', horizon: 'later', status: 'planned' });
    expect(body.idea).toMatchObject({ status: 'promoted', promoted_to: body.item.id });
    expect((await call<Problem>('POST', `${path}/promote`, {})).body.code).toBe('idea_promoted');
    expect((await call<Problem>('PATCH', path, { status: 'open' })).body.code).toBe('idea_promoted');
  });

  it('close a service once, with its reason', async () => {
    const { id } = await add('services', { title: 'Scaffold' });
    const path = `/tda/projects/${project}/services/${id}`;
    expect((await call('POST', `${path}/close`, {})).status).toBe(422);
    const { body } = await call('POST', `${path}/close`, { reason: 'Wall is up' });
    expect(body).toMatchObject({ status: 'closed', closed_reason: 'Wall is up', closed_at: expect.any(String) });
    expect((await call<Problem>('POST', `${path}/close`, { reason: 'again' })).body.code).toBe('service_closed');
    expect((await call('GET', path)).body.closed_reason).toBe('Wall is up');
  });

  it('make one context out of a pack, within its budget', async () => {
    const notes = await Promise.all(
      [1, 2, 3].map((at) => add('knowledge', { title: `Note ${at}`, content: `${at}`.repeat(1000) })),
    );
    const item_ids = notes.map(({ id }) => id);
    const pack = await add('packs', { title: 'All', content: 'Read this', item_ids, max_tokens: 400 });
    const path = `/tda/projects/${project}/packs/${pack.id}/context`;
    interface Context {
      text: string;
      tokens: number;
      included: number[];
      left_out: number[];
    }
    const { body } = await call<Context>('GET', path);
    expect(body.text.startsWith('# All\nRead this\n\n## knowledge #')).toBe(true);
    expect(body.tokens).toBeLessThanOrEqual(400);
    expect(body).toMatchObject({ included: item_ids.slice(0, 2), left_out: item_ids.slice(2) });
    expect(body.text).toContain('… [coupé]');
    const whole = await call<Context>('GET', `${path}?max_tokens=5000`);
    expect(whole.body).toMatchObject({ included: item_ids, left_out: [] });
    const other = (await call<Fields>('POST', '/tda/projects', { name: 'Other' })).body.id;
    const foreign = await add('ideas', { title: 'Elsewhere' }, other);
    for (const wrong of [[foreign.id], [pack.id], [999_999]]) {
      const refused = await call<Problem>('PATCH', `/tda/projects/${project}/packs/${pack.id}`, { item_ids: wrong });
      expect([refused.status, refused.body.fields?.[0]?.field]).toEqual([422, 'item_ids']);
    }
    await call('DELETE', `/tda/projects/${project}/knowledge/${item_ids[0]}`);
    expect((await call<Context>('GET', path)).body.included).toEqual(item_ids.slice(1));
  });

  it('hold to their limits, and keep hostile Markdown as it is, never as HTML', async () => {
    const hostile = '<img src=x onerror=alert(1)> [a](javascript:alert(1)) {{constructor}} \u202e';
    const item = await add('facets', { title: 'Hostile <b>', content: hostile });
    const answer = await call('GET', `/tda/projects/${project}/facets/${item.id}`);
    expect(answer.body.content).toBe(hostile);
    expect(answer.headers.get('content-type')).toContain('application/json');
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    const wrong: [string, Record<string, unknown>, string][] = [
      ['facets', { title: 'x', content: 'é'.repeat(20_001) }, 'content'],
      ['facets', { title: '' }, 'title'],
      ['facets', { title: 'x'.repeat(201) }, 'title'],
      ['facets', { title: 'x', content: 'a\0b' }, 'content'],
      ['roadmap', { title: 'x', status: 'someday' }, 'status'],
      ['knowledge', { title: 'x', tags: Array.from({ length: 21 }, () => 'a') }, 'tags'],
      ['ideas', { title: 'x', status: 'promoted' }, 'status'],
      ['services', { title: 'x', url: 'javascript:alert(1)' }, 'url'],
      ['services', { title: 'x', machine: '../etc' }, 'machine'],
      ['packs', { title: 'x' }, 'item_ids'],
    ];
    for (const [list, body, field] of wrong) {
      const { status, body: problem } = await call<Problem>('POST', `/tda/projects/${project}/${list}`, body);
      expect([list, field, status, problem.fields?.[0]?.field]).toEqual([list, field, 422, field]);
    }
    const longest = '🏠'.repeat(20_000);
    expect((await add('facets', { title: 'Long', content: longest })).content).toBe(longest);
  });

  it('stop growing at 200 items of a kind', async () => {
    const id = (await call<Fields>('POST', '/tda/projects', { name: 'Full' })).body.id;
    const { queries } = service.app.database;
    const row = {
      workspace_id: personalWorkspaceId(user.id),
      project_id: id,
      kind: 'idea',
      title: 't',
      content: '',
      status: 'open',
      position: 0,
    };
    const rest = { fields: '{"tags":[],"promoted_to":null}', version: 1, created_at: 0, updated_at: 0 };
    await queries
      .insertInto('project_items')
      // Numbers that nobody else gets: the database’s own would be those of the items of this second.
      .values(Array.from({ length: 199 }, (_, before) => ({ id: before + 1, ...row, ...rest })))
      .execute();
    const answers = await Promise.all(
      [1, 2, 3].map(() => call<Problem>('POST', `/tda/projects/${id}/ideas`, { title: 'x' })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    expect(answers.find(({ status }) => status === 409)!.body.code).toBe('limit_reached');
  });

  it('have numbers that rise with time and tell nobody how much the others make', async () => {
    const paths = ['/tda/projects', `/tda/projects/${project}/facets`, '/tda/journal'];
    const made: (Fields & { created_at: string })[] = [];
    const theirs = (await call('POST', '/tda/projects', { name: 'Theirs' }, stranger)).body.id;
    for (let round = 0; round < 3; round++) {
      for (const path of paths) {
        const body = path.endsWith('projects')
          ? { name: `Number ${round}` }
          : path.endsWith('facets')
            ? { title: 'x' }
            : { project_id: project, content: 'x' };
        made.push((await call<(typeof made)[number]>('POST', path, body)).body);
      }
      const entry = { project_id: theirs, content: 'y' };
      await Promise.all(Array.from({ length: 30 }, () => call('POST', '/tda/journal', entry, stranger)));
      await Promise.all(
        Array.from({ length: 10 }, () => call('POST', `/tda/projects/${theirs}/ideas`, { title: 'y' }, stranger)),
      );
    }
    for (const { id, created_at } of made) {
      // Created in that second, and perhaps a few numbers after another one of the same user.
      const second =
        Math.floor((Date.parse(`${created_at.replace(/Z?$/, 'Z')}`) - Date.UTC(2026, 0, 1)) / 1_000) * 1_000;
      expect(Number.isSafeInteger(id)).toBe(true);
      expect(id).toBeGreaterThanOrEqual(second);
      expect(id).toBeLessThan(second + 1_100);
    }
    const { body } = await call<{ projects: Fields[] }>('GET', '/tda/projects');
    expect(body.projects.map(({ name }) => name).slice(-3)).toEqual(['Number 0', 'Number 1', 'Number 2']);
    await call('DELETE', `/tda/projects/${theirs}`, undefined, stranger);
    for (const { name, id } of body.projects)
      if (`${name}`.startsWith('Number')) await call('DELETE', `/tda/projects/${id}`);
  });

  it('are nobody else’s: a stranger’s id answers as one that is not there', async () => {
    const item = await add('roadmap', { title: 'Mine' });
    const other = (await call<Fields>('POST', '/tda/projects', { name: 'Mine too' })).body.id;
    const attempts: [string, string, unknown?][] = [
      ['GET', `/tda/projects/P`],
      ['PATCH', `/tda/projects/P`, { name: 'stolen' }],
      ['DELETE', `/tda/projects/P`],
      ['GET', `/tda/projects/P/context`],
      ['GET', `/tda/projects/P/roadmap`],
      ['POST', `/tda/projects/P/roadmap`, { title: 'x' }],
      ['GET', `/tda/projects/P/roadmap/I`],
      ['PATCH', `/tda/projects/P/roadmap/I`, { title: 'stolen' }],
      ['DELETE', `/tda/projects/P/roadmap/I`],
      ['GET', `/tda/journal?project_id=P`],
      ['POST', `/tda/journal`, { project_id: 'P', content: 'x' }],
      ['GET', `/tda/search?q=mine&project_id=P`],
    ];
    const fill = (text: unknown, p: number, i: number): never =>
      JSON.parse(
        JSON.stringify(text).replace(/"P"/g, String(p)).replace(/\bP\b/g, String(p)).replace(/\bI\b/g, String(i)),
      ) as never;
    for (const [method, path, body] of attempts) {
      const ask = (p: number, i: number) => call<Problem>(method, fill(path, p, i), body && fill(body, p, i), stranger);
      const [theirs, missing] = [await ask(project, item.id), await ask(99_999_999, 99_999_998)];
      expect([method, path, theirs.status]).toEqual([method, path, 404]);
      expect(theirs.body).toEqual(missing.body);
    }
    // Even a user's own item is found only in its own project, and as its own kind.
    expect((await call('GET', `/tda/projects/${other}/roadmap/${item.id}`)).status).toBe(404);
    expect((await call('GET', `/tda/projects/${project}/ideas/${item.id}`)).status).toBe(404);
    expect((await call('GET', `/tda/projects/${project}/roadmap/${item.id}`)).body.title).toBe('Mine');
    expect((await call<{ projects: [] }>('GET', '/tda/projects', undefined, stranger)).body.projects).toEqual([]);
  });

  it('find everything by its words, alike on both databases', async () => {
    const id = (await call<Fields>('POST', '/tda/projects', { name: 'Recherche', description: 'Tout trouver' })).body
      .id;
    const old = await add(
      'knowledge',
      { title: 'Chêne massif', content: `${'bois '.repeat(80)}chêne de Bourgogne` },
      id,
    );
    service.advance(1000);
    const idea = await add('ideas', { title: 'Table', content: 'en CHENE, ou en frêne' }, id);
    service.advance(1000);
    const entry = await call<Fields>('POST', '/tda/journal', {
      project_id: id,
      content: 'Commandé le chêne',
      tags: ['achat'],
    });
    await call('POST', '/tda/projects', { name: 'Chêne ailleurs' }, stranger);
    interface Results {
      results: { type: string; id: number; title: string; snippet: string }[];
    }
    const find = async (q: string, who = user) =>
      (await call<Results>('GET', `/tda/search?q=${encodeURIComponent(q)}&project_id=${id}`, undefined, who)).body
        .results;
    const ids = async (q: string) => (await find(q)).map((each) => `${each.type} ${each.id}`);
    expect(await ids('chêne')).toEqual([`journal ${entry.body.id}`, `knowledge ${old.id}`, `idea ${idea.id}`]);
    expect(await ids('CHENE')).toEqual(await ids('chêne'));
    expect(await ids('che\u0302ne bourg')).toEqual([`knowledge ${old.id}`]);
    expect(await ids('frene')).toEqual([`idea ${idea.id}`]);
    expect(await ids('achat')).toEqual([`journal ${entry.body.id}`]);
    expect(await ids('recherche')).toEqual([`project ${id}`]);
    expect(await ids('hene')).toEqual([]);
    for (const hostile of [
      '" OR 1=1 --',
      "') | 'x",
      'words:chêne NOT',
      '*',
      '&',
      'a'.repeat(200),
      'NEAR(chêne)',
      "\\'",
    ]) {
      expect((await call('GET', `/tda/search?q=${encodeURIComponent(hostile)}`)).status).toBe(200);
    }
    const [top] = await find('bourgogne');
    expect(top!.snippet).toMatch(/^….*chêne de Bourgogne$/);
    await call('PATCH', `/tda/projects/${id}/knowledge/${old.id}`, { title: 'Hêtre', content: 'rien' });
    expect(await ids('bourgogne')).toEqual([]);
    expect(await ids('hetre')).toEqual([`knowledge ${old.id}`]);
    await call('DELETE', `/tda/projects/${id}/ideas/${idea.id}`);
    expect(await ids('frene')).toEqual([]);
    const everywhere = await call<Results>('GET', '/tda/search?q=chene', undefined, stranger);
    expect(everywhere.body.results.map(({ title }) => title)).toEqual(['Chêne ailleurs']);
  });

  it('go with their user, words and all', async () => {
    const leaving = await service.newUser('free');
    const { body } = await call('POST', '/tda/projects', { name: 'Éphémère' }, leaving);
    await call('POST', `/tda/projects/${body.id}/facets`, { title: 'Éphémère aussi' }, leaving);
    await call('POST', '/tda/journal', { project_id: body.id, content: 'Éphémère encore' }, leaving);
    const admin = await service.login();
    expect((await service.call('DELETE', `/admin/users/${leaving.id}`, { token: admin })).status).toBe(204);
    const { queries } = service.app.database;
    const docs = await queries.selectFrom('search_docs').select('id').execute();
    expect(
      await queries
        .selectFrom('search_docs')
        .select('id')
        .where('workspace_id', '=', personalWorkspaceId(leaving.id))
        .execute(),
    ).toEqual([]);
    if (dialect === 'sqlite') {
      const { rows } = await sql<{ rowid: number }>`select rowid from search_words order by rowid`.execute(queries);
      expect(rows.map(({ rowid }) => rowid)).toEqual(docs.map(({ id }) => id).sort((a, b) => a - b));
    }
  });

  it('keep settings, checked, and leave the rest as it was', async () => {
    const { body } = await call('GET', '/tda/settings');
    expect(body).toEqual({ display_name: '', about: '', timezone: 'UTC', language: 'fr', context_tokens: 4000 });
    const changed = await call('PATCH', '/tda/settings', { timezone: 'Pacific/Auckland', about: 'Charpentière' });
    expect(changed.body).toEqual({ ...body, timezone: 'Pacific/Auckland', about: 'Charpentière' });
    expect((await call('GET', '/tda/settings')).body).toEqual(changed.body);
    for (const wrong of [{ timezone: 'Mars/Base' }, { language: 'xx' }, { context_tokens: 1 }, { admin: true }]) {
      expect((await call('PATCH', '/tda/settings', wrong)).status).toBe(422);
    }
    expect((await call('GET', '/tda/settings', undefined, stranger)).body).toEqual(body);
  });
});
