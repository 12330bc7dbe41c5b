/**
 * The schema of the audit log: its entries, what the database itself forbids, and the indexes for its pages and its
 * search. The log outlives its users: no foreign keys.
 */
import type { Dialect } from '../database.ts';

const STATUSES = `('pending', 'running', 'done', 'timeout', 'cancelled', 'interrupted', 'refused')`;
const OPEN = `('running', 'pending')`;

export function auditLog(dialect: Dialect): string[] {
  const bytes = dialect === 'sqlite' ? 'blob' : 'bytea';
  return [
    `create table audit_entries (
      workspace_id text not null,
      seq integer not null,
      id text not null unique,
      execution_id text not null unique,
      created_at bigint not null,
      source text not null,
      machine text not null,
      container text,
      cwd text,
      command_template text not null,
      alias text,
      typed_chars integer not null,
      token_hint text,
      ip text,
      verdict text,
      rule text,
      approval_id text,
      sandbox text,
      reconciles text,
      actor text,
      prev_hash ${bytes} not null,
      hash ${bytes} not null,
      instance_id text not null,
      status text not null check (status in ${STATUSES}),
      exit_code integer,
      refusal text,
      duration_ms bigint,
      stdout_bytes bigint,
      returned_bytes bigint,
      filter text,
      saved_tokens integer,
      decided_by text,
      seal ${bytes},
      erases integer,
      erased ${bytes},
      primary key (workspace_id, seq)
    )`,
    `create unique index audit_entries_reconciling on audit_entries (reconciles) where reconciles is not null`,
    `create index audit_entries_erasing on audit_entries (workspace_id, erases) where erases is not null`,
    `create table audit_heads (
      workspace_id text primary key,
      seq integer not null,
      hash ${bytes} not null,
      created_at bigint not null,
      username text,
      seal ${bytes}
    )`,
    `create table audit_cuts (
      workspace_id text not null,
      first integer not null,
      seq integer not null,
      prev_hash ${bytes} not null,
      hash ${bytes} not null,
      created_at bigint not null,
      place text not null,
      archive text not null,
      digest ${bytes} not null,
      seal ${bytes} not null,
      primary key (workspace_id, seq),
      unique (workspace_id, first)
    )`,
    `create table audit_checkpoint_files (
      file_id text primary key,
      lines integer not null,
      hash ${bytes} not null,
      seal ${bytes} not null
    )`,
    `create table audit_lost_keys (
      workspace_id text primary key,
      seq bigint not null,
      hash ${bytes} not null,
      seal ${bytes} not null
    )`,
    `create table audit_forwards (
      target text primary key,
      instance_id text not null,
      claimed_until bigint not null
    )`,
    `create table audit_forward_chains (
      target text not null references audit_forwards (target) on delete cascade,
      workspace_id text not null,
      seq bigint not null,
      primary key (target, workspace_id)
    )`,
    `create table audit_forward_open (
      target text not null references audit_forwards (target) on delete cascade,
      execution_id text not null,
      primary key (target, execution_id)
    )`,
    ...openEntries(dialect),
    ...pages(dialect),
    ...guard(dialect),
    ...words(dialect),
  ];
}

/**
 * Which entries are open, and how the others ended. On SQLite the log itself tells. On PostgreSQL two narrow tables do,
 * which the database keeps: what changes when an entry is closed is then in no index of the log, so the new version of
 * the row stays on its page (a "heap-only tuple"), where there is room for it.
 */
function openEntries(dialect: Dialect): string[] {
  if (dialect === 'sqlite') {
    return [
      `create view open_entries as select execution_id, workspace_id, seq, instance_id, status from audit_entries
       where status in ${OPEN}`,
      `create index audit_entries_running on audit_entries (instance_id) where status = 'running'`,
      `create index audit_entries_pending on audit_entries (workspace_id, seq) where status = 'pending'`,
    ];
  }
  return [
    `alter table audit_entries set (fillfactor = 75)`,
    `create table open_entries (
      execution_id text primary key,
      workspace_id text not null,
      seq integer not null,
      instance_id text not null,
      status text not null
    )`,
    `create table audit_outcomes (
      workspace_id text not null,
      seq integer not null,
      created_at bigint not null,
      outcome text not null,
      alias text,
      machine text not null,
      whose text not null,
      primary key (workspace_id, seq)
    )`,
    `create function audit_entries_state() returns trigger language plpgsql as $$
     begin
       if tg_op <> 'INSERT' and (tg_op = 'DELETE' or new.status not in ${OPEN}) then
         delete from open_entries where execution_id = old.execution_id;
       end if;
       if tg_op = 'DELETE' or (tg_op = 'UPDATE' and new.status in ${OPEN} and old.status not in ${OPEN}) then
         delete from audit_outcomes where workspace_id = old.workspace_id and seq = old.seq;
       end if;
       if tg_op = 'DELETE' then
         return null;
       elsif new.status in ${OPEN} then
         insert into open_entries values (new.execution_id, new.workspace_id, new.seq, new.instance_id, new.status)
         on conflict (execution_id) do update set status = excluded.status, instance_id = excluded.instance_id;
       else
         insert into audit_outcomes
         values (new.workspace_id, new.seq, new.created_at, ${outcomeOf('new.')}, new.alias, new.machine,
           ${whoseOf('new.')})
         on conflict (workspace_id, seq) do update set outcome = excluded.outcome;
       end if;
       return null;
     end $$`,
    `create trigger audit_entries_state after insert or update or delete on audit_entries
     for each row execute function audit_entries_state()`,
  ];
}

const outcomeOf = (row: string): string =>
  `case when ${row}status = 'done' and ${row}exit_code = 0 then '/+/' else '/-/' end`;

/** Only entries of crews name an actor. Administrators read those of all people, and none of crews. */
const whoseOf = (row: string): string => `(case when ${row}actor is null then '' else '/crew/' end)`;

interface Filter {
  readonly name: 'outcome' | 'alias' | 'machine';
  readonly key: string;
  /** Without a value, the entry is in no index by this filter. */
  readonly where?: string;
}

/**
 * Whatever the filters of the log, its page is one range of one index: the filters are a single key before the order of
 * the page. The conditions of a page name that key and nothing else. So no other index applies, and no guess about how
 * common a value is can make one look better.
 */
function pages(dialect: Dialect): string[] {
  // Their order in a key. The only one that can hold any character comes last.
  const filters: readonly Filter[] = [
    // A running entry has no outcome yet: otherwise every command would be inserted into the index and removed again.
    dialect === 'sqlite'
      ? { name: 'outcome', key: outcomeOf(''), where: `status <> 'running'` }
      : { name: 'outcome', key: 'outcome' },
    { name: 'alias', key: `lower(alias) || '/'`, where: 'alias is not null' },
    { name: 'machine', key: 'machine' },
  ];
  return subsets(filters).flatMap((chosen) => {
    const whose = isOfOutcomes(dialect, chosen) ? 'whose' : whoseOf('');
    return [
      ...page(dialect, ['workspace'], [`workspace_id || '/'`], chosen, 'seq'),
      // The same for the log of all people, as administrators read it. Without filters, all their entries have one key.
      ...page(dialect, chosen.length === 0 ? ['time'] : [], [whose], chosen, 'workspace_id, seq'),
    ];
  });
}

/** On PostgreSQL how an entry ended is in a table of its own. */
const isOfOutcomes = (dialect: Dialect, filters: readonly Filter[]): boolean =>
  dialect === 'postgres' && filters.some(({ name }) => name === 'outcome');

function page(
  dialect: Dialect,
  by: readonly string[],
  first: readonly string[],
  filters: readonly Filter[],
  order: string,
): string[] {
  const name = ['audit_by', ...by, ...filters.map((filter) => filter.name)].join('_');
  const key = [...first, ...filters.map((filter) => filter.key)].join(' || ');
  const conditions = filters.flatMap(({ where }) => where ?? []);
  const where = conditions.length === 0 ? '' : ` where ${conditions.join(' and ')}`;
  return [
    `create index ${name} on ${isOfOutcomes(dialect, filters) ? 'audit_outcomes' : 'audit_entries'} ((${key}), created_at, ${order})${where}`,
    // PostgreSQL must know nothing about a key, so that it assumes that every page is one of many.
    ...(dialect === 'postgres' ? [`alter index ${name} alter column 1 set statistics 0`] : []),
  ];
}

function subsets<T>([first, ...rest]: readonly T[]): T[][] {
  if (first === undefined) return [[]];
  const without = subsets(rest);
  return [...without, ...without.map((subset) => [first, ...subset])];
}

/** What an entry always keeps. */
const KEPT = [
  'workspace_id',
  'seq',
  'id',
  'execution_id',
  'created_at',
  'source',
  'machine',
  'typed_chars',
  'verdict',
  'approval_id',
  'sandbox',
  'reconciles',
  'actor',
  'erases',
  'prev_hash',
  'hash',
];
/** What an erasure takes away, and the column that says so. */
const ERASED = ['container', 'cwd', 'command_template', 'alias', 'token_hint', 'ip', 'rule', 'erased'];
/** What is written when an entry is closed. */
const CLOSING = [
  'instance_id',
  'status',
  'exit_code',
  'refusal',
  'duration_ms',
  'stdout_bytes',
  'returned_bytes',
  'filter',
  'saved_tokens',
  'decided_by',
  'seal',
];
const ERASURE = `exists (
  select 1 from audit_entries as erasure where erasure.workspace_id = old.workspace_id and erasure.erases >= old.seq)`;
const CUT = `exists (select 1 from audit_cuts as cut where cut.workspace_id = old.workspace_id and cut.seq >= old.seq)`;
const NO_CHANGE = 'a sealed audit entry cannot be changed';
const NO_REMOVAL = 'the audit log cannot be deleted from';

/**
 * An entry is closed once, and loses its text once, where an entry of the same chain tells of the erasure. Nothing else
 * of it changes. It is removed only where a cut says that it went elsewhere.
 */
function guard(dialect: Dialect): string[] {
  const differs = dialect === 'sqlite' ? 'is not' : 'is distinct from';
  const anyOf = (columns: readonly string[]): string =>
    columns.map((column) => `new.${column} ${differs} old.${column}`).join(' or ');
  const closesWrongly = `old.status not in ${OPEN} or (new.status = 'pending' and old.status = 'running')`;
  const erasesWrongly = `old.erased is not null or new.erased is null or ${anyOf(CLOSING)} or not ${ERASURE}`;
  const erases = anyOf(ERASED);
  const changed = `${anyOf(KEPT)} or ((${erases}) and (${erasesWrongly})) or (not (${erases}) and (${closesWrongly}))`;
  if (dialect === 'sqlite') {
    return [
      `create trigger audit_entries_no_rewrite before update on audit_entries when ${changed}
       begin select raise(abort, '${NO_CHANGE}'); end`,
      `create trigger audit_entries_no_delete before delete on audit_entries when not ${CUT}
       begin select raise(abort, '${NO_REMOVAL}'); end`,
    ];
  }
  return [
    `create function audit_entries_guard() returns trigger language plpgsql as $$
     begin
       if ${changed} then raise exception '${NO_CHANGE}'; end if;
       return new;
     end $$`,
    `create trigger audit_entries_guard before update on audit_entries
     for each row execute function audit_entries_guard()`,
    `create function audit_entries_no_delete() returns trigger language plpgsql as $$
     begin
       if not ${CUT} then raise exception '${NO_REMOVAL}'; end if;
       return old;
     end $$`,
    `create trigger audit_entries_no_delete before delete on audit_entries
     for each row execute function audit_entries_no_delete()`,
  ];
}

/** A longer command is found by its beginning. */
const COMMAND_CHARS = 4000;

/** Whose it is and where it came from are words too: a search reads only the user's own entries. */
export const said = (row: string): string =>
  [
    `${row}.workspace_id`,
    `'in0' || ${row}.source`,
    `${row}.machine`,
    ...['container', 'alias', 'token_hint'].map((column) => `coalesce(${row}.${column}, '')`),
    `substr(${row}.command_template, 1, ${COMMAND_CHARS})`,
  ].join(` || ' ' || `);

/** The same words as SQLite's: small letters, no accents, cut at every sign. */
const lexemes = (row: string): string =>
  `to_tsvector('simple', regexp_replace(regexp_replace(normalize(lower(${said(row)}), NFKD),
    '[\\u0300-\\u036F]+', '', 'g'), '[!-/:-@\\[-\`{-~]+', ' ', 'g'))`;

/**
 * The words of what an entry says about machine, alias, token and the command as it was logged. The database adds them
 * with each entry, so a restored log has them too.
 */
function words(dialect: Dialect): string[] {
  if (dialect === 'sqlite') {
    return [
      `create virtual table audit_words using fts5 (
        words, workspace_id unindexed, seq unindexed, content = '', contentless_unindexed = 1, prefix = '2 3',
        tokenize = 'unicode61 remove_diacritics 2'
      )`,
      `create trigger audit_entries_words after insert on audit_entries
       begin insert into audit_words (words, workspace_id, seq) values (${said('new')}, new.workspace_id, new.seq); end`,
    ];
  }
  return [
    `create table audit_words (
      workspace_id text not null,
      seq integer not null,
      created_at bigint not null,
      words tsvector not null,
      primary key (workspace_id, seq)
    )`,
    `create index audit_words_by_word on audit_words using gin (words)`,
    `create function audit_entries_words() returns trigger language plpgsql as $$
     begin
       insert into audit_words values (new.workspace_id, new.seq, new.created_at, ${lexemes('new')});
       return new;
     end $$`,
    `create trigger audit_entries_words after insert on audit_entries
     for each row execute function audit_entries_words()`,
  ];
}
