// The filters for infra.
import type { Filter } from '../../filter.ts';

export const INFRA_FILTERS: readonly Filter[] = [];
