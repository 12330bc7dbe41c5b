/** The audit log searched by words, origin, token and state: the right entries and nobody else's, on both databases. */
import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { type SearchSelection, searchEntries } from '../../packages/server/src/audit/search-store.ts';
import type { Database } from '../../packages/server/src/db/database.ts';
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

describeOnBothDatabases('the search of the audit log', (under) => {
  let database: Database;
  beforeAll(async () => {
    database = under.open();
    for (const [index, entry] of ENTRIES.entries()) {
      await sql`insert into audit_entries (user_id, seq, id, execution_id, created_at, source, machine,
          command_template, typed_chars, token_hint, prev_hash, hash, instance_id, status, exit_code)
        values (${entry.user ?? 'me'}, ${index + 1}, ${`id${index}`}, ${`run${index}`}, ${1000 + index},
          ${entry.source ?? 'app'}, ${entry.machine ?? 'web-1'}, ${entry.command}, 1, ${entry.token ?? null}, '', '',
          'test', ${entry.status ?? 'done'}, 0)`.execute(database.queries);
    }
  });

  const find = async (wanted: Partial<SearchSelection>): Promise<number[]> => {
    const selection = { userId: 'me', limit: 50, ...wanted };
    const rows = await searchEntries(database.queries, database.dialect, selection);
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
    ['words before a place', { q: 'nginx', before: { created_at: 1001, user_id: 'me', seq: 2 } }, [1]],
    ['everybody’s, for an administrator', { q: 'nginx', userId: null }, [5, 2, 1]],
    ['everybody’s of a state', { status: 'refused', userId: null }, [4]],
  ])('finds %s', async (_name, wanted, expected) => {
    expect(await find(wanted)).toEqual(expected);
  });

  it('takes only as many as the page shows', async () => {
    expect(await find({ q: 'nginx', limit: 1 })).toEqual([2]);
  });
});
