/** The journal over HTTP, on both databases. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPostgresDatabase } from '../databases.ts';
import { type Service, startService, type TestUser } from '../service.ts';

interface Entry {
  id: number;
  content: string;
  source: string;
  tags: string[];
  project_id: number;
  created_at: string;
}
interface Page {
  entries: Entry[];
  next_cursor: string | null;
}
interface Problem {
  code: string;
  fields: { field: string }[];
}

const hash = (seed: number): string => seed.toString(16).padStart(2, '0').repeat(20);

describe.each(['sqlite', 'postgres'] as const)('the journal on %s', (dialect) => {
  let service: Service;
  let user: TestUser;
  let project: number;
  beforeAll(async () => {
    const env: Record<string, string> =
      dialect === 'postgres' ? { SYNAPSE_DATABASE_URL: await createPostgresDatabase() } : {};
    service = await startService(env);
    user = await service.newUser('free');
    project = await newProject(user, 'Atelier');
  });
  afterAll(() => service.stop());

  const newProject = async ({ session }: TestUser, name: string): Promise<number> => {
    const { body } = await service.call<{ id: number }>('POST', '/tda/projects', { token: session, body: { name } });
    return body.id;
  };
  const commit = <T = Entry>(change: Record<string, unknown> = {}, who = user) =>
    service.call<T>('POST', '/tda/journal/git-commit', {
      token: who.session,
      body: {
        project_id: project,
        message: 'Add the door',
        commit_ref: hash(1),
        commit_date: '2026-03-09T08:05:59+09:00',
        repo: 'house',
        ...change,
      },
    });
  const list = async (query: string, who = user): Promise<Page> =>
    (await service.call<Page>('GET', `/tda/journal?${query}`, { token: who.session })).body;

  describe('a commit', () => {
    it('becomes an entry [S1-JOURNAL] [S4-JOURNAL-COMMIT] [S2-JOURNAL-CONTENT] [C7-DATE]', async () => {
      const before = Date.now();
      const { status, body } = await commit();
      expect(status).toBe(201);
      expect(body).toEqual({
        id: expect.any(Number),
        content: '🔧 [house@0101010] Add the door (09/03/2026 08:05)',
        source: 'git-commit',
        tags: ['git', 'commit'],
        project_id: project,
        created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/),
      });
      expect(Number.isInteger(body.id)).toBe(true);
      const created = Date.parse(`${body.created_at}Z`);
      expect(created).toBeGreaterThan(before - 10_000);
      expect(created).toBeLessThan(Date.now() + 10_000);
    });

    it.each([
      ['2026-12-31T23:59:30Z', '31/12/2026 23:59'],
      ['2026-01-01T00:00:00-11:30', '01/01/2026 00:00'],
      ['2024-02-29T12:34', '29/02/2024 12:34'],
      ['2026-06-05T04:03:02.123456', '05/06/2026 04:03'],
      ['2026-06-05T14:03:02+0200', '05/06/2026 14:03'],
    ])('of %s shows its own wall clock, whatever the zone [C7-DATE]', async (commit_date, shown) => {
      const { status, body } = await commit({ commit_date, commit_ref: `d${Buffer.from(shown).toString('hex')}` });
      expect([status, body.content]).toEqual([
        201,
        `🔧 [house@d${Buffer.from(shown).toString('hex').slice(0, 6)}] Add the door (${shown})`,
      ]);
    });

    it('without a repository shows the short ref alone, and an empty name is no name', async () => {
      const { body } = await commit({ repo: undefined, commit_ref: 'abcdef0123' });
      expect(body.content).toBe('🔧 [abcdef0] Add the door (09/03/2026 08:05)');
      const again = await commit({ repo: '', commit_ref: 'abcdef0123' });
      expect([again.status, again.body.id]).toEqual([200, body.id]);
    });

    it('is one entry, however often it comes, also all at once [C7-IDEMPOTENT]', async () => {
      const answers = await Promise.all(Array.from({ length: 8 }, () => commit({ commit_ref: hash(2) })));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 200, 200, 201]);
      expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
      const changed = await commit({ commit_ref: hash(2), message: 'Another text' });
      expect([changed.status, changed.body]).toEqual([200, answers[0]!.body]);
      expect((await commit({ commit_ref: hash(2), repo: 'shed' })).status).toBe(201);
      const other = await newProject(user, 'Other');
      expect((await commit({ commit_ref: hash(2), project_id: other })).status).toBe(201);
    });

    it('is trimmed, on one line, and counted in code points [C7-MESSAGE] [S8-JOURNAL-LIMITS]', async () => {
      const { body } = await commit({ commit_ref: hash(3), message: ' \n one\r\ntwo\nthree\u2028four\t \n' });
      expect(body.content).toBe('🔧 [house@0303030] one two three four (09/03/2026 08:05)');
      const longest = '🚪'.repeat(500);
      expect((await commit({ commit_ref: hash(4), message: `  ${longest}\n` })).body.content).toContain(longest);
      for (const message of [`${longest}x`, '', ' \n\t ', 'a\0b', '\ud800', 5, null]) {
        const { status, body: problem } = await commit<Problem>({ commit_ref: hash(5), message });
        expect([message, status, problem.fields[0]?.field]).toEqual([message, 422, 'message']);
      }
    });

    it('is refused by the name of each wrong field, and leaves nothing [S8-JOURNAL-LIMITS]', async () => {
      const count = async () => (await list(`project_id=${project}&limit=200`)).entries.length;
      const before = await count();
      const wrong: [string, unknown][] = [
        ['commit_ref', 'a'.repeat(65)],
        ['commit_ref', ''],
        ['commit_ref', 'not a hash'],
        ['repo', 'r'.repeat(101)],
        ['repo', 'two\nlines'],
        ['commit_date', '09/03/2026 08:05'],
        ['commit_date', '2026-02-30T10:00:00Z'],
        ['commit_date', '2026-02-03T24:00:00Z'],
        ['commit_date', '2026-02-03'],
        ['commit_date', 1_700_000_000],
        ['project_id', '1'],
        ['project_id', 1.5],
        ['replaces', Array.from({ length: 51 }, (_, at) => hash(at))],
        ['replaces', 'abc'],
        ['author', 'somebody'],
      ];
      for (const [field, value] of wrong) {
        const { status, body } = await commit<Problem>({ commit_ref: hash(6), [field]: value });
        expect([field, status, body.code, body.fields[0]!.field.split('.')[0]]).toEqual([
          field,
          422,
          'arguments_invalid',
          field,
        ]);
      }
      for (const field of ['project_id', 'message', 'commit_ref', 'commit_date']) {
        const { status, body } = await commit<Problem>({ commit_ref: hash(6), [field]: undefined });
        expect([status, body.fields.map((each) => each.field)]).toEqual([422, [field]]);
      }
      expect(await count()).toBe(before);
      expect((await commit({ commit_ref: 'f'.repeat(64), repo: '🏠'.repeat(100) })).status).toBe(201);
    });

    it('cannot be put into somebody else’s project, which answers as one that is not there', async () => {
      const stranger = await service.newUser('pro');
      const theirs = await commit<Problem>({}, stranger);
      const missing = await commit<Problem>({ project_id: 999_999_999 }, stranger);
      expect([theirs.status, theirs.body.code]).toEqual([404, 'project_not_found']);
      expect(theirs.body).toEqual(missing.body);
      expect((await service.call('POST', '/tda/journal/git-commit', { body: {} })).status).toBe(401);
      const aiToken = await service.newToken(user.session);
      expect((await service.call('POST', '/tda/journal/git-commit', { token: aiToken, body: {} })).status).toBe(401);
    });
  });

  describe('a rewritten commit [C7-REPLACES]', () => {
    const refsOf = async (id: number): Promise<string[]> => {
      const { entries } = await list(`project_id=${id}&limit=200`);
      return entries.map(({ content }) => content.replace(/^.*\[house@(\w+)\] (.*) \(.*$/, '$1 $2'));
    };

    it('moves its entry, whatever comes first or twice', async () => {
      const id = await newProject(user, 'Rewritten');
      const send = (ref: string, message: string, replaces?: string[]) =>
        commit({
          project_id: id,
          commit_ref: ref.repeat(7),
          message,
          ...(replaces && { replaces: replaces.map((old) => old.repeat(7)) }),
        });
      const first = await send('a', 'draft');
      const moved = await send('b', 'better', ['a']);
      expect([moved.status, moved.body.id]).toEqual([200, first.body.id]);
      expect(moved.body.content).toContain('[house@bbbbbbb] better');
      expect(moved.body.created_at).toBe(first.body.created_at);
      expect(await refsOf(id)).toEqual(['bbbbbbb better']);
      // The hook of the commit itself often reports before the hook of the rewrite.
      expect((await send('c', 'best')).status).toBe(201);
      const merged = await send('c', 'best', ['b']);
      expect([merged.status, merged.body.id]).toEqual([200, first.body.id]);
      expect(await refsOf(id)).toEqual(['ccccccc best']);
      // A retry, and the late arrival of a replaced commit, change nothing.
      for (const again of [
        await send('c', 'best', ['b']),
        await send('a', 'draft'),
        await send('b', 'better', ['a']),
      ]) {
        expect([again.status, again.body.id]).toEqual([200, first.body.id]);
      }
      expect(await refsOf(id)).toEqual(['ccccccc best']);
      // What was never seen cannot be moved.
      expect((await send('e', 'new', ['d'])).status).toBe(201);
      expect((await send('d', 'old')).status).toBe(200);
      expect(await refsOf(id)).toHaveLength(2);
    });

    it('ends as the last of a chain, in whatever order its links come', async () => {
      const links: [string, string[]][] = [
        ['a', []],
        ['b', ['a']],
        ['c', ['b']],
      ];
      const orders = [
        [0, 1, 2],
        [0, 2, 1],
        [1, 0, 2],
        [1, 2, 0],
        [2, 0, 1],
        [2, 1, 0],
      ];
      for (const order of orders) {
        const id = await newProject(user, `Order ${order.join('')}`);
        for (const [ref, replaces] of order.map((at) => links[at]!)) {
          const body = { project_id: id, commit_ref: ref.repeat(7), replaces: replaces.map((old) => old.repeat(7)) };
          await commit({ ...body, message: `text of ${ref}` });
        }
        expect([order, await refsOf(id)]).toEqual([order, ['ccccccc text of c']]);
      }
    });

    it('takes the place of several (squash), and of none in another repository', async () => {
      const id = await newProject(user, 'Squashed');
      const send = (change: Record<string, unknown>) => commit({ project_id: id, ...change });
      const one = await send({ commit_ref: '1111111', message: 'one' });
      await send({ commit_ref: '2222222', message: 'two' });
      await send({ commit_ref: '2222222', message: 'two elsewhere', repo: 'shed' });
      const squashed = await send({ commit_ref: '3333333', message: 'both', replaces: ['1111111', '2222222'] });
      expect([squashed.status, squashed.body.id]).toEqual([200, one.body.id]);
      const { entries } = await list(`project_id=${id}`);
      expect(entries.map(({ content }) => content.split(' (')[0])).toEqual([
        '🔧 [shed@2222222] two elsewhere',
        '🔧 [house@3333333] both',
      ]);
      expect((await list(`project_id=${id}&q=one`)).entries).toEqual([]);
    });
  });

  describe('entries', () => {
    it('are written by hand and by assistants, each with its source [C7-MANUAL]', async () => {
      const id = await newProject(user, 'Notes');
      const body = { project_id: id, content: '**Décidé** : portes en chêne', tags: ['décision'] };
      const manual = await service.call<Entry>('POST', '/tda/journal', { token: user.session, body });
      expect([manual.status, manual.body.source, manual.body.tags]).toEqual([201, 'manual', ['décision']]);
      const token = await service.newToken(user.session);
      const ai = await service.tool(token, 'add_journal_entry', { project_id: id, content: 'Mesuré les portes' });
      expect(ai.result).toMatchObject({ source: 'ai', tags: [], project_id: id, content: 'Mesuré les portes' });
      const { entries } = await list(`project_id=${id}`);
      expect(entries.map(({ source }) => source)).toEqual(['ai', 'manual']);
      for (const content of ['', '  ', 'x'.repeat(10_001), 'a\0']) {
        const refused = await service.call<Problem>('POST', '/tda/journal', {
          token: user.session,
          body: { ...body, content },
        });
        expect([refused.status, refused.body.fields[0]!.field]).toEqual([422, 'content']);
      }
      const forged = await service.call('POST', '/tda/journal', {
        token: user.session,
        body: { ...body, source: 'ai' },
      });
      expect(forged.status).toBe(422);
    });

    it('are listed newest first, by project, time, words and page [C7-LIST]', async () => {
      const owner = await service.newUser('free');
      const [first, second] = [await newProject(owner, 'One'), await newProject(owner, 'Two')];
      const write = (project_id: number, content: string) =>
        service.call('POST', '/tda/journal', { token: owner.session, body: { project_id, content } });
      for (let at = 1; at <= 7; at++) await write(at % 2 === 1 ? first : second, `Étape ${at}`);
      const contents = async (query: string) => (await list(query, owner)).entries.map(({ content }) => content);
      expect(await contents('')).toEqual([7, 6, 5, 4, 3, 2, 1].map((at) => `Étape ${at}`));
      expect(await contents(`project_id=${second}`)).toEqual(['Étape 6', 'Étape 4', 'Étape 2']);
      expect(await contents(`q=ETAPE%205`)).toEqual(['Étape 5']);
      expect(await contents(`q=%21%21`)).toEqual([]);
      const seen: string[] = [];
      for (let cursor: string | null = ''; cursor !== null; ) {
        const page: Page = await list(`limit=3${cursor && `&cursor=${cursor}`}`, owner);
        seen.push(...page.entries.map(({ content }) => content));
        cursor = page.next_cursor;
      }
      expect(seen).toEqual(await contents(''));
      service.advance(3_600_000);
      const boundary = new Date(Date.now() + 1_800_000).toISOString();
      await write(first, 'Plus tard');
      expect(await contents(`since=${boundary}`)).toEqual(['Plus tard']);
      expect(await contents(`since=${boundary.slice(0, 19)}`)).toEqual(['Plus tard']);
      expect(await contents(`since=2020-01-01`)).toHaveLength(8);
      for (const query of ['limit=0', 'limit=201', 'cursor=x', 'since=yesterday', 'project_id=x']) {
        expect([query, (await service.call('GET', `/tda/journal?${query}`, { token: owner.session })).status]).toEqual([
          query,
          422,
        ]);
      }
      const stranger = await service.call<Problem>('GET', `/tda/journal?project_id=${first}`, { token: user.session });
      expect([stranger.status, stranger.body.code]).toEqual([404, 'project_not_found']);
      expect((await list('', user)).entries.some(({ content }) => content.startsWith('Étape'))).toBe(false);
    });

    it('are exported as Markdown, as they were written, across pages', async () => {
      const owner = await service.newUser('free');
      const id = await newProject(owner, 'Export');
      const hostile = '<script>alert(1)</script>\n# Not a heading [x](javascript:alert(1))';
      await service.call('POST', '/tda/journal', { token: owner.session, body: { project_id: id, content: hostile } });
      for (let at = 0; at < 205; at++) {
        await service.call('POST', '/tda/journal', {
          token: owner.session,
          body: { project_id: id, content: `line ${at}` },
        });
      }
      const { status, headers, body } = await service.call<string>('GET', `/tda/journal/export?project_id=${id}`, {
        token: owner.session,
      });
      expect(status).toBe(200);
      expect(headers.get('content-type')).toBe('text/markdown; charset=utf-8');
      expect(headers.get('content-disposition')).toContain('attachment');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(body.match(/^- /gm)).toHaveLength(206);
      expect(body.startsWith('# Journal : Export\n\n## 20')).toBe(true);
      // A second line belongs to its entry.
      expect(body).toContain('<script>alert(1)</script>\n  # Not a heading');
      const { status: foreign } = await service.call('GET', `/tda/journal/export?project_id=${id}`, {
        token: user.session,
      });
      expect(foreign).toBe(404);
    });
  });
});
