// The filters for database clients.
import type { Filter } from '../../filter.ts';
import { borderedTable } from './bordered-table.ts';

export const DATABASE_FILTERS: readonly Filter[] = [borderedTable];
