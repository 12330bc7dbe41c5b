/** The language of a person's answers, if they chose one. */
import type { Migration } from '../migration.ts';

export const userLanguage: Migration = {
  name: '015-user-language',
  statements: () => [`alter table users add column language text`],
};
