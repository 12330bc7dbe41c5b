// The filters for git.
import type { Filter } from '../../filter.ts';

export const GIT_FILTERS: readonly Filter[] = [];
