/** Every migration, oldest first. New ones are appended. */
import type { Migration } from '../migration.ts';
import { initial } from './001-initial.ts';
import { provenance } from './060-provenance.ts';
import { limitedSessions } from './065-limited-sessions.ts';
import { shownToThePerson } from './069-shown-to-the-person.ts';
import { installation } from './073-installation.ts';
import { lostKeys } from './074-lost-keys.ts';
import { auditForward } from './075-audit-forward.ts';
import { readPositions } from './080-read-positions.ts';
import { auditErasures } from './088-audit-erasures.ts';

export const MIGRATIONS: readonly Migration[] = [
  initial,
  provenance,
  limitedSessions,
  shownToThePerson,
  installation,
  lostKeys,
  auditForward,
  readPositions,
  auditErasures,
];
