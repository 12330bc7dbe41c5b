/** The audit log searched by words, origin, token and state: the right entries and nobody else's, on both databases. */
import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { type SearchSelection, searchEntries } from '../../packages/server/src/audit/search-store.ts';
import type { Database } from '../../packages/server/src/db/database.ts';
import { personalWorkspaceId } from '../../packages/server/src/ids.ts';
import { describeOnBothDatabases } from '../databases.ts';

interface Entry {
  readonly user?: string;
  readonly command: string;
  readonly machine?: string;
  readonly source?: string;
  readonly token?: string;
  readonly status?: string;
}

const ENTRIES: readonly Entry[] = [
  { command: 'systemctl restart nginx', machine: 'web-1', source: 'mcp', token: 'syn_…a1b2' },
  { command: 'tail -n 200 /var/log/nginx/error.log', machine: 'web-1', source: 'app' },
  { command: 'psql "{{DB_URL}}" -c "select 1"', machine: 'base-1', source: 'mcp', token: 'syn_…c3d4' },
  { command: 'echo été déployé', machine: 'web-1', source: 'app', status: 'refused' },
  { user: 'other', command: 'cat /etc/nginx/nginx.conf', machine: 'web-1', source: 'mcp', token: 'syn_…a1b2' },
  { command: `printf ${'x'.repeat(5000)} hidden`, machine: 'web-2', source: 'cli' },
];

/** Longer than what is looked at first. */
const LONG = 9_000;
const moment = (ms: number): string => new Date(ms).toISOString();

describeOnBothDatabases('the search of the audit log', (under) => {
  let database: Database;
  beforeAll(async () => {
    database = under.open();
    for (const [index, entry] of ENTRIES.entries()) {
      await sql`insert into audit_entries (workspace_id, seq, id, execution_id, created_at, source, machine,
          command_template, typed_chars, token_hint, prev_hash, hash, instance_id, status, exit_code)
        values (${entry.user ?? 'me'}, ${index + 1}, ${`id${index}`}, ${`run${index}`}, ${1000 + index},
          ${entry.source ?? 'app'}, ${entry.machine ?? 'web-1'}, ${entry.command}, 1, ${entry.token ?? null}, '', '',
          'test', ${entry.status ?? 'done'}, 0)`.execute(database.queries);
    }
  });

  beforeAll(async () => {
    await sql`insert into audit_entries (workspace_id, seq, id, execution_id, created_at, source, machine, command_template,
        typed_chars, prev_hash, hash, instance_id, status, exit_code)
      with recursive numbers(i) as (select 1 union all select i + 1 from numbers where i < ${sql.lit(LONG)})
      select 'busy', i, 'busy' || i, 'busyrun' || i, i, case i % 3 when 0 then 'mcp' else 'cli' end,
        case i % 4 when 0 then 'web-2' else 'web-3' end,
        'git ' || case i % 7 when 0 then 'regularly ' else '' end || case i % 30 when 0 then 'often ' else '' end || case i % 700 when 0 then 'seldom ' else '' end ||
          case when i <= 2000 then 'formerly' else '' end,
        1, '', '', 'test', case i % 900 when 0 then 'refused' else 'done' end, 0
      from numbers`.execute(database.queries);
  });

  const find = async (wanted: Partial<SearchSelection>): Promise<number[]> => {
    const selection = { workspaceId: personalWorkspaceId('me'), limit: 50, ...wanted };
    const rows = await searchEntries(database.queries, selection);
    return rows.map(({ seq }) => seq);
  };

  it.each<[string, Partial<SearchSelection>, number[]]>([
    ['a word', { q: 'nginx' }, [2, 1]],
    ['a word that is only begun, in any case', { q: 'NGI' }, [2, 1]],
    ['a part of a path', { q: 'error' }, [2]],
    ['all of several words', { q: 'nginx restart' }, [1]],
    ['a word without its accents', { q: 'ete deploye' }, [4]],
    ['the name of a secret', { q: '{{DB_URL}}' }, [3]],
    ['a machine', { q: 'base-1' }, [3]],
    ['signs and operators as nothing', { q: '"nginx" AND -restart* & | ! (' }, []],
    ['what is not there', { q: 'absent' }, []],
    ['what is beyond the indexed beginning of a command', { q: 'hidden' }, []],
    ['an origin', { source: 'app' }, [4, 2]],
    ['a token', { token: 'syn_…a1b2' }, [1]],
    ['a state', { status: 'refused' }, [4]],
    ['words and filters', { q: 'nginx', source: 'mcp', machine: 'web-1', success: true }, [1]],
    ['words before a place', { q: 'nginx', before: { created_at: 1001, workspace_id: 'me', seq: 2 } }, [1]],
    ['everybody’s, for an administrator', { q: 'nginx', workspaceId: null }, [5, 2, 1]],
    ['everybody’s of a state', { status: 'refused', workspaceId: null, q: 'deploye' }, [4]],
  ])('finds %s', async (_name, wanted, expected) => {
    expect(await find(wanted)).toEqual(expected);
  });

  it.each<[string, Partial<SearchSelection>, (entry: number) => boolean]>([
    ['a word that is everywhere', { q: 'git' }, () => true],
    ['a word of every seventh', { q: 'regularly' }, (entry) => entry % 7 === 0],
    ['a word that is often there', { q: 'often' }, (entry) => entry % 30 === 0],
    ['a word that is seldom there', { q: 'seldom' }, (entry) => entry % 700 === 0],
    ['a word of long ago', { q: 'formerly' }, (entry) => entry <= 2_000],
    ['a word and a state', { q: 'git', status: 'refused' }, (entry) => entry % 900 === 0],
    ['a state', { status: 'refused' }, (entry) => entry % 900 === 0],
    ['an origin', { source: 'mcp' }, (entry) => entry % 3 === 0],
    ['a word on a machine', { q: 'often', machine: 'web-2' }, (entry) => entry % 60 === 0],
    ['a word in a span', { q: 'git', since: moment(3_000), until: moment(3_500) }, (e) => e >= 3_000 && e < 3_500],
  ])('finds %s in a long log, page after page', async (_name, wanted, has) => {
    const all = Array.from({ length: LONG }, (_, at) => LONG - at).filter(has);
    const found: number[] = [];
    for (let before: SearchSelection['before']; ; ) {
      const page = await find({ workspaceId: personalWorkspaceId('busy'), ...wanted, before });
      found.push(...page);
      if (page.length < 50 || found.length > 500) break;
      before = { created_at: page.at(-1)!, workspace_id: 'busy', seq: page.at(-1)! };
    }
    expect(found).toEqual(all.slice(0, found.length));
    expect(found.length).toBe(Math.min(all.length, 550));
  });

  it('takes only as many as the page shows', async () => {
    expect(await find({ q: 'nginx', limit: 1 })).toEqual([2]);
  });

  it('finds an entry as soon as it is written', async () => {
    await sql`insert into audit_entries (workspace_id, seq, id, execution_id, created_at, source, machine, command_template,
        typed_chars, prev_hash, hash, instance_id, status)
      values ('new', 1, 'new1', 'newrun1', 1, 'cli', 'web-9', 'just written', 1, '', '', 'test', 'running')`.execute(
      database.queries,
    );
    expect(await find({ workspaceId: personalWorkspaceId('new'), q: 'written' })).toEqual([1]);
    expect(await find({ workspaceId: personalWorkspaceId('new'), source: 'cli', machine: 'web-9' })).toEqual([1]);
  });
});
