// The filters for linters.
import type { Filter } from '../../filter.ts';

export const LINTERS_FILTERS: readonly Filter[] = [];
