// The filters for node.
import type { Filter } from '../../filter.ts';

export const NODE_FILTERS: readonly Filter[] = [];
