/**
 * Every pair of filters of the audit log has an index of its own. Otherwise, two common values that never occur
 * together would be searched entry by entry. Running entries are in no index by outcome, because every command was
 * inserted into it and removed again.
 */
import type { Migration } from '../migration.ts';

const FAILED = `status <> 'running' and (status <> 'done' or exit_code <> 0)`;
const SUCCEEDED = `status = 'done' and exit_code = 0`;
const ALIASED = 'alias is not null';

export const auditFilters: Migration = {
  name: '009-audit-filters',
  statements: (dialect) => [
    'drop index audit_entries_failed',
    'drop index audit_entries_all_failed',
    ...indexes('audit_entries', ['user_id'], ['seq']),
    // The same for the log of all users, as admins read it.
    ...indexes('audit_entries_all', [], ['created_at', 'user_id', 'seq']),
    ...(dialect === 'sqlite' ? statistics() : correlations()),
  ],
};

function indexes(name: string, whose: readonly string[], order: readonly string[]): string[] {
  const index = (suffix: string, filters: readonly string[], where: readonly string[]): string => {
    const columns = [...whose, ...filters, ...order].join(', ');
    return `create index ${name}_${suffix} on audit_entries (${columns}) where ${where.join(' and ')}`;
  };
  return [
    index('by_machine_alias', ['machine', 'lower(alias)'], [ALIASED]),
    ...[
      { outcome: 'failed', where: FAILED },
      { outcome: 'succeeded', where: SUCCEEDED },
    ].flatMap(({ outcome, where }) => [
      index(outcome, [], [where]),
      index(`${outcome}_by_machine`, ['machine'], [where]),
      index(`${outcome}_by_alias`, ['lower(alias)'], [where, ALIASED]),
    ]),
  ];
}

/**
 * PostgreSQL finds out by itself how common each value is, but assumes that two filters are independent. For a machine
 * on which everything fails, it would look for successes among those of all machines.
 */
function correlations(): string[] {
  return Object.entries({
    audit_entries_machine_outcome: 'machine, status, exit_code',
    audit_entries_alias_outcome: 'lower(alias), status, exit_code',
    audit_entries_machine_alias: 'machine, lower(alias)',
  }).flatMap(([name, columns]) => [
    `create statistics ${name} (mcv) on ${columns} from audit_entries`,
    // From a larger sample than usual, so that a value missing in it is really rare.
    `alter statistics ${name} set statistics 1000`,
  ]);
}

/**
 * What a long log looks like, for SQLite. It does not find out by itself, and without this takes any index that begins
 * with the same column. The numbers: entries in an index, then how many share its first column, its first two, and so
 * on.
 */
const SIZES: Readonly<Record<string, string>> = {
  sqlite_autoindex_audit_entries_1: '1000000 1',
  sqlite_autoindex_audit_entries_2: '1000000 1',
  sqlite_autoindex_audit_entries_3: '1000000 10000 1',
  audit_entries_by_machine: '1000000 10000 1000 1',
  audit_entries_by_alias: '300000 3000 300 1',
  audit_entries_by_machine_alias: '300000 3000 300 30 1',
  audit_entries_by_time: '1000000 10000 1 1',
  audit_entries_failed: '100000 1000 1',
  audit_entries_failed_by_machine: '100000 1000 100 1',
  audit_entries_failed_by_alias: '30000 300 30 1',
  audit_entries_succeeded: '900000 9000 1',
  audit_entries_succeeded_by_machine: '900000 9000 900 1',
  audit_entries_succeeded_by_alias: '270000 2700 270 1',
  audit_entries_all: '1000000 1 1 1',
  audit_entries_all_by_machine: '1000000 5000 1 1 1',
  audit_entries_all_by_alias: '300000 3000 1 1 1',
  audit_entries_all_by_machine_alias: '300000 1500 150 1 1 1',
  audit_entries_all_failed: '100000 1 1 1',
  audit_entries_all_failed_by_machine: '100000 500 1 1 1',
  audit_entries_all_failed_by_alias: '30000 300 1 1 1',
  audit_entries_all_succeeded: '900000 1 1 1',
  audit_entries_all_succeeded_by_machine: '900000 4500 1 1 1',
  audit_entries_all_succeeded_by_alias: '270000 2700 1 1 1',
  audit_entries_running: '10 5',
};

function statistics(): string[] {
  return [
    // Makes the table of statistics if there is none.
    'analyze audit_entries',
    `delete from sqlite_stat1 where tbl = 'audit_entries'`,
    ...Object.entries(SIZES).map(
      ([index, sizes]) => `insert into sqlite_stat1 (tbl, idx, stat) values ('audit_entries', '${index}', '${sizes}')`,
    ),
    // Makes SQLite read them.
    'analyze sqlite_master',
  ];
}
