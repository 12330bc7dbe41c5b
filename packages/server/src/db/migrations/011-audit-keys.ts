/**
 * Whatever the filters of the audit log, its page is one range of one index: the filters are a single key before the
 * order of the page. The conditions of a page name that key and nothing else. So no other index applies, and no guess
 * about how common a value is can make one look better.
 */
import type { Dialect } from '../database.ts';
import type { Migration } from '../migration.ts';

interface Filter {
  readonly name: string;
  readonly key: string;
  /** Without a value, the entry is in no index by this filter. */
  readonly where?: string;
}

/** Their order in a key. The only one that can hold any character comes last. */
const FILTERS: readonly Filter[] = [
  {
    name: 'outcome',
    key: `case when status = 'done' and exit_code = 0 then '/+/' else '/-/' end`,
    // A running entry has none yet: otherwise every command would be inserted into the index and removed again.
    where: `status <> 'running'`,
  },
  { name: 'alias', key: `lower(alias) || '/'`, where: 'alias is not null' },
  { name: 'machine', key: 'machine' },
];

export const auditKeys: Migration = {
  name: '011-audit-keys',
  statements: (dialect) => [
    ...SUPERSEDED.map((name) => `drop index audit_entries_${name}`),
    ...(dialect === 'postgres' ? CORRELATIONS.map((name) => `drop statistics audit_entries_${name}`) : []),
    ...subsets(FILTERS).flatMap((filters) => [
      ...index(dialect, ['user', ...names(filters)], [`user_id || '/'`, ...keys(filters)], filters, 'seq'),
      // The same for the log of all users, as admins read it. Without filters, all entries have the same key.
      ...(filters.length === 0
        ? index(dialect, ['time'], ['substr(user_id, 1, 0)'], [], 'user_id, seq')
        : index(dialect, names(filters), [`''`, ...keys(filters)], filters, 'user_id, seq')),
    ]),
  ],
};

const names = (filters: readonly Filter[]): string[] => filters.map(({ name }) => name);
const keys = (filters: readonly Filter[]): string[] => filters.map(({ key }) => key);

function index(
  dialect: Dialect,
  by: readonly string[],
  parts: readonly string[],
  filters: readonly Filter[],
  order: string,
): string[] {
  const name = `audit_by_${by.join('_')}`;
  const conditions = filters.map(({ where }) => where).filter((where) => where !== undefined);
  const where = conditions.length === 0 ? '' : ` where ${conditions.join(' and ')}`;
  return [
    `create index ${name} on audit_entries ((${parts.join(' || ')}), created_at, ${order})${where}`,
    // PostgreSQL must know nothing about a key, so that it assumes that every page is one of many: see above.
    ...(dialect === 'postgres' ? [`alter index ${name} alter column 1 set statistics 0`] : []),
  ];
}

function subsets<T>([first, ...rest]: readonly T[]): T[][] {
  if (first === undefined) return [[]];
  const without = subsets(rest);
  return [...without, ...without.map((subset) => [first, ...subset])];
}

const SUPERSEDED = [
  ...['by_time', 'by_machine', 'by_alias', 'by_machine_alias'],
  ...['failed', 'failed_by_machine', 'failed_by_alias', 'succeeded', 'succeeded_by_machine', 'succeeded_by_alias'],
  ...['all', 'all_by_machine', 'all_by_alias', 'all_by_machine_alias'],
  ...['all_failed', 'all_failed_by_machine', 'all_failed_by_alias'],
  ...['all_succeeded', 'all_succeeded_by_machine', 'all_succeeded_by_alias'],
];

const CORRELATIONS = ['machine_outcome', 'alias_outcome', 'machine_alias'];
