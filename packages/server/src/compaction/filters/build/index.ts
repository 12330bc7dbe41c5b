// The filters for compilers and build tools.
import type { Filter } from '../../filter.ts';
import { cargo } from './cargo.ts';
import { make } from './make.ts';

export const BUILD_FILTERS: readonly Filter[] = [cargo, make];
