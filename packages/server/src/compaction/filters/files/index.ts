// The filters for files.
import type { Filter } from '../../filter.ts';

export const FILES_FILTERS: readonly Filter[] = [];
