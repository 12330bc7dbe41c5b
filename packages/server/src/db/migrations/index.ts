/** Every migration, oldest first. New ones are appended. */
import type { Migration } from '../migration.ts';
import { initial } from './001-initial.ts';

export const MIGRATIONS: readonly Migration[] = [initial];
