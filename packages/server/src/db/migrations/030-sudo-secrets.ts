/** Which secret answers `sudo` on each machine. */
import type { Migration } from '../migration.ts';

export const sudoSecrets: Migration = {
  name: '030-sudo-secrets',
  statements: () => ['alter table machines add column sudo_secret text'],
};
