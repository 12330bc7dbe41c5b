/** Every migration, oldest first. New ones are appended. */
import type { Migration } from '../migration.ts';
import { initial } from './001-initial.ts';
import { installation } from './002-installation.ts';
import { stopRequests } from './030-stop-requests.ts';

export const MIGRATIONS: readonly Migration[] = [initial, installation, stopRequests];
