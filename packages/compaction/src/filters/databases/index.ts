// The filters for database clients.
import type { Filter } from '../../filter.ts';
import { awsTable, borderedTable } from './bordered-table.ts';
import { redisConfig, redisInfo } from './redis.ts';

export const DATABASE_FILTERS: readonly Filter[] = [borderedTable, awsTable, redisConfig, redisInfo];
