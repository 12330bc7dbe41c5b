/**
 * On SQLite the words of a new entry of the audit log are noted as due, and join the index later, many at a time: one by
 * one they cost as much as all the rest of the entry. PostgreSQL's index gathers new words by itself.
 */
import type { Migration } from '../migration.ts';

export const wordsInBatches: Migration = {
  name: '054-words-in-batches',
  statements: (dialect) =>
    dialect === 'postgres'
      ? []
      : [
          `create table audit_words_due (id integer primary key, user_id text not null, seq integer not null)`,
          `drop trigger audit_entries_words`,
          `create trigger audit_entries_words after insert on audit_entries
           begin insert into audit_words_due (user_id, seq) values (new.user_id, new.seq); end`,
        ],
};
