/**
 * The end of each chain is sealed, together with the name of its user, by a key that is not in the database. The
 * database also records how far the file of checkpoints goes. What is cut off one of the two is revealed by the other.
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
