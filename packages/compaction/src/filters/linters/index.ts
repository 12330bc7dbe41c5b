// The filters for type checkers, linters and formatters.
import type { Filter } from '../../filter.ts';
import { biome } from './biome.ts';
import { eslint } from './eslint.ts';
import { formatters } from './formatters.ts';
import { mypy } from './mypy.ts';
import { phpstan } from './phpstan.ts';
import { placeLinters } from './place-linters.ts';
import { rubocop } from './rubocop.ts';
import { ruff } from './ruff.ts';
import { shellcheck } from './shellcheck.ts';
import { tsc } from './tsc.ts';

export const LINTERS_FILTERS: readonly Filter[] = [
  tsc,
  eslint,
  mypy,
  ruff,
  biome,
  rubocop,
  phpstan,
  shellcheck,
  placeLinters,
  formatters,
];
