// The filters for data.
import type { Filter } from '../../filter.ts';

export const DATA_FILTERS: readonly Filter[] = [];
