// The filters for type checkers, linters and formatters.
import type { Filter } from '../../filter.ts';
import { eslint } from './eslint.ts';
import { mypy } from './mypy.ts';
import { tsc } from './tsc.ts';

export const LINTERS_FILTERS: readonly Filter[] = [tsc, eslint, mypy];
