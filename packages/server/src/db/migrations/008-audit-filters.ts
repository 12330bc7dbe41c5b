/**
 * Every pair of filters of the audit log has an index of its own, so that two common ones with nothing in common are not
 * searched entry by entry. What runs is in none of those by outcome: it was put in and taken out again by every command.
 */
import type { Migration } from '../migration.ts';

const FAILED = `status <> 'running' and (status <> 'done' or exit_code <> 0)`;
const SUCCEEDED = `status = 'done' and exit_code = 0`;
const ALIASED = 'alias is not null';

export const auditFilters: Migration = {
  name: '008-audit-filters',
  statements: () => [
    'drop index audit_entries_failed',
    'drop index audit_entries_all_failed',
    ...indexes('audit_entries', ['user_id'], ['seq']),
    // The same for the log of everybody, as admins read it.
    ...indexes('audit_entries_all', [], ['created_at', 'user_id', 'seq']),
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
