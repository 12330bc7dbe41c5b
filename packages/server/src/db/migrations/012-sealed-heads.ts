/**
 * The end of each chain is sealed by a key that is not in the database, with the name of its user; and how far the file
 * of checkpoints goes is known here, too: what is cut off either of them shows by the other.
 */
import type { Migration } from '../migration.ts';

export const sealedHeads: Migration = {
  name: '012-sealed-heads',
  statements: (dialect) => {
    const bytes = dialect === 'sqlite' ? 'blob' : 'bytea';
    return [
      `alter table audit_heads add column username text`,
      `alter table audit_heads add column seal ${bytes}`,
      `create table audit_checkpoint_files (
        file_id text primary key,
        lines integer not null,
        hash ${bytes} not null,
        seal ${bytes} not null
      )`,
    ];
  },
};
