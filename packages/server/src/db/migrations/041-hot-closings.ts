/**
 * On PostgreSQL, closing an entry rewrites none of the indexes on the log: what changes then is in no index of it any
 * more, so the new version of the row stays on its page (a "heap-only tuple"). Which entries are open, and how the
 * others ended, is in two narrow tables that the database itself keeps.
 */
import type { Dialect } from '../database.ts';
import type { Migration } from '../migration.ts';

export const hotClosings: Migration = {
  name: '041-hot-closings',
  statements: (dialect: Dialect) => (dialect === 'sqlite' ? sqlite() : postgres()),
};

const OPEN = `('running', 'pending')`;

/** One writer, and no such pages: the partial indexes serve it. */
function sqlite(): string[] {
  return [
    `create view open_entries as select execution_id, user_id, seq, instance_id, status from audit_entries
     where status in ${OPEN}`,
  ];
}

const outcomeOf = (row: string): string =>
  `case when ${row}.status = 'done' and ${row}.exit_code = 0 then '/+/' else '/-/' end`;
const outcomes = (row: string): string =>
  `${row}.user_id, ${row}.seq, ${row}.created_at, ${outcomeOf(row)}, ${row}.alias, ${row}.machine`;
const opened = (row: string): string =>
  `${row}.execution_id, ${row}.user_id, ${row}.seq, ${row}.instance_id, ${row}.status`;

function postgres(): string[] {
  return [
    `create table open_entries (
      execution_id text primary key,
      user_id text not null,
      seq integer not null,
      instance_id text not null,
      status text not null
    )`,
    `create table audit_outcomes (
      user_id text not null,
      seq integer not null,
      created_at bigint not null,
      outcome text not null,
      alias text,
      machine text not null
    )`,
    `insert into open_entries select ${opened('old')} from audit_entries as old where status in ${OPEN}`,
    `insert into audit_outcomes select ${outcomes('old')} from audit_entries as old where status not in ${OPEN}`,
    `alter table audit_outcomes add primary key (user_id, seq)`,
    ...indexes(),
    `drop index audit_entries_running`,
    `drop index audit_entries_pending`,
    // Room on each page for the closings of its entries.
    `alter table audit_entries set (fillfactor = 75)`,
    ...triggers(),
  ];
}

/** The same keys as before (see 011), without what runs or waits. */
function indexes(): string[] {
  const filters = [[], ['alias'], ['machine'], ['alias', 'machine']];
  const keys: Record<string, string> = { alias: `lower(alias) || '/'`, machine: 'machine' };
  return filters.flatMap((names) =>
    ['user', ''].flatMap((whose) => {
      const name = ['audit_by', ...(whose === '' ? [] : [whose]), 'outcome', ...names].join('_');
      const parts = [whose === '' ? `''` : `user_id || '/'`, 'outcome', ...names.map((one) => keys[one]!)];
      const order = whose === '' ? 'created_at, user_id, seq' : 'created_at, seq';
      const where = names.includes('alias') ? ' where alias is not null' : '';
      return [
        `drop index ${name}`,
        `create index ${name} on audit_outcomes ((${parts.join(' || ')}), ${order})${where}`,
        `alter index ${name} alter column 1 set statistics 0`,
      ];
    }),
  );
}

function triggers(): string[] {
  return [
    `create function audit_entries_state() returns trigger language plpgsql as $$
     begin
       if tg_op <> 'INSERT' and (tg_op = 'DELETE' or new.status not in ${OPEN}) then
         delete from open_entries where execution_id = old.execution_id;
       end if;
       if tg_op = 'DELETE' or (tg_op = 'UPDATE' and new.status in ${OPEN} and old.status not in ${OPEN}) then
         delete from audit_outcomes where user_id = old.user_id and seq = old.seq;
       end if;
       if tg_op = 'DELETE' then
         return null;
       elsif new.status in ${OPEN} then
         insert into open_entries values (${opened('new')})
         on conflict (execution_id) do update set status = excluded.status, instance_id = excluded.instance_id;
       else
         insert into audit_outcomes values (${outcomes('new')})
         on conflict (user_id, seq) do update set outcome = excluded.outcome;
       end if;
       return null;
     end $$`,
    `create trigger audit_entries_state after insert or update or delete on audit_entries
     for each row execute function audit_entries_state()`,
  ];
}
