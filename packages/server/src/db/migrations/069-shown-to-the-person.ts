/** What a person who is asked was shown besides the command: a file's diff, the deadline, the other machines. */
import type { Migration } from '../migration.ts';

export const shownToThePerson: Migration = {
  name: '069-shown-to-the-person',
  statements: (dialect) => [`alter table approvals add column shown ${dialect === 'sqlite' ? 'blob' : 'bytea'}`],
};
