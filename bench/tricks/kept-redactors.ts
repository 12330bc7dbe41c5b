/** Without: the redactor of a vault is built for each command. */
import type { Trick } from '../without/trick.ts';

export const trick: Trick = {
  file: 'packages/server/src/vault/vault-snapshot.ts',
  loads: ['short outputs'],
  without: {
    edits: [['known !== undefined && known.version === version', 'known !== undefined && known.version < 0']],
  },
};
