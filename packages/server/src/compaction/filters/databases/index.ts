// The filters for database clients.
import type { Filter } from '../../filter.ts';
import { awsTable, borderedTable } from './bordered-table.ts';
import { redisInfo } from './redis.ts';

export const DATABASE_FILTERS: readonly Filter[] = [borderedTable, awsTable, redisInfo];
