// The filters for build.
import type { Filter } from '../../filter.ts';

export const BUILD_FILTERS: readonly Filter[] = [];
