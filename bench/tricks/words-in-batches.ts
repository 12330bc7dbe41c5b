/** Without: the words of an entry of the audit log join the index with the entry. */
import type { Trick } from '../without/trick.ts';

export const trick: Trick = {
  file: 'packages/server/src/db/migrations/054-words-in-batches.ts',
  loads: ['ssh 16 at once'],
  without: {
    edits: [
      ["from '../migration.ts';", "from '../migration.ts';\nimport { said } from './035-audit-words.ts';"],
      [
        'insert into audit_words_due (user_id, seq) values (new.user_id, new.seq)',
        "insert into audit_words (words, user_id, seq) values (${said('new')}, new.user_id, new.seq)",
      ],
    ],
  },
};
