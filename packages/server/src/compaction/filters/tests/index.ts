// The filters for tests.
import type { Filter } from '../../filter.ts';

export const TESTS_FILTERS: readonly Filter[] = [];
