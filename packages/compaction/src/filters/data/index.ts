// The filters for tools that print JSON on request: turned back into what they would tell a person.
import type { Filter } from '../../filter.ts';
import { goTestJson } from './go-test-json.ts';
import { inspect } from './inspect.ts';
import { lintJson } from './lint-json.ts';
import { npmLsJson } from './npm-ls-json.ts';
import { ripgrepJson } from './ripgrep-json.ts';

export const DATA_FILTERS: readonly Filter[] = [goTestJson, lintJson, npmLsJson, ripgrepJson, inspect];
