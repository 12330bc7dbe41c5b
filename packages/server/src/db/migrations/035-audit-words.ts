/**
 * The words of the audit log, so that it can be searched: of what an entry says about machine, alias, token and the
 * command as it was logged. The database adds them with each entry, so a restored log has them too.
 */
import type { Migration } from '../migration.ts';

/** A longer command is found by its beginning. */
const COMMAND_CHARS = 4000;

/** Whose it is and where it came from are words too: a search reads nobody else's entries. */
export const said = (row: string): string =>
  [
    `${row}.user_id`,
    `'in0' || ${row}.source`,
    `${row}.machine`,
    ...['container', 'alias', 'token_hint'].map((column) => `coalesce(${row}.${column}, '')`),
    `substr(${row}.command_template, 1, ${COMMAND_CHARS})`,
  ].join(` || ' ' || `);

export const auditWords: Migration = {
  name: '035-audit-words',
  statements: (dialect) => (dialect === 'sqlite' ? sqlite() : postgres()),
};

function sqlite(): string[] {
  return [
    `create virtual table audit_words using fts5 (
      words, user_id unindexed, seq unindexed, content = '', contentless_unindexed = 1, prefix = '2 3',
      tokenize = 'unicode61 remove_diacritics 2'
    )`,
    `insert into audit_words (words, user_id, seq)
     select ${said('old')}, old.user_id, old.seq from audit_entries as old order by created_at, user_id, seq`,
    `create trigger audit_entries_words after insert on audit_entries
     begin insert into audit_words (words, user_id, seq) values (${said('new')}, new.user_id, new.seq); end`,
  ];
}

/** The same words as SQLite's: small letters, no accents, cut at every sign. */
const lexemes = (row: string): string =>
  `to_tsvector('simple', regexp_replace(regexp_replace(normalize(lower(${said(row)}), NFKD),
    '[\\u0300-\\u036F]+', '', 'g'), '[!-/:-@\\[-\`{-~]+', ' ', 'g'))`;

function postgres(): string[] {
  return [
    `create table audit_words (
      user_id text not null,
      seq integer not null,
      created_at bigint not null,
      words tsvector not null,
      primary key (user_id, seq)
    )`,
    `insert into audit_words select old.user_id, old.seq, old.created_at, ${lexemes('old')} from audit_entries as old`,
    `create index audit_words_by_word on audit_words using gin (words)`,
    `create function audit_entries_words() returns trigger language plpgsql as $$
     begin
       insert into audit_words values (new.user_id, new.seq, new.created_at, ${lexemes('new')});
       return new;
     end $$`,
    `create trigger audit_entries_words after insert on audit_entries
     for each row execute function audit_entries_words()`,
  ];
}
