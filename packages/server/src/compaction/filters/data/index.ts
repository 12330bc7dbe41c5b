// The filters for tools that were asked for JSON: read back into what they would have said to a person.
import type { Filter } from '../../filter.ts';
import { goTestJson } from './go-test-json.ts';
import { inspect } from './inspect.ts';
import { lintJson } from './lint-json.ts';
import { npmLsJson } from './npm-ls-json.ts';
import { ripgrepJson } from './ripgrep-json.ts';

export const DATA_FILTERS: readonly Filter[] = [goTestJson, lintJson, npmLsJson, ripgrepJson, inspect];
