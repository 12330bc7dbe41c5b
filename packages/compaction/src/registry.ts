// Every filter and shape, in the order in which they are tried: areas here, the filters of an area in its index.
import type { Filter, Shape } from './filter.ts';
import { BUILD_FILTERS } from './filters/build/index.ts';
import { DATA_FILTERS } from './filters/data/index.ts';
import { DATABASE_FILTERS } from './filters/databases/index.ts';
import { DEBUGGERS_FILTERS } from './filters/debuggers/index.ts';
import { FILES_FILTERS } from './filters/files/index.ts';
import { GIT_FILTERS } from './filters/git/index.ts';
import { INFRA_FILTERS } from './filters/infra/index.ts';
import { LINTERS_FILTERS } from './filters/linters/index.ts';
import { NODE_FILTERS } from './filters/node/index.ts';
import { LAST_FILTERS, SYSTEM_FILTERS } from './filters/system/index.ts';
import { TESTS_FILTERS } from './filters/tests/index.ts';
import { SHAPES as ALL_SHAPES, FILE_SHAPES, LAST_SHAPES, WHOLE_SHAPES } from './shapes/index.ts';

export const FILTERS: readonly Filter[] = [
  ...DATA_FILTERS,
  ...GIT_FILTERS,
  ...FILES_FILTERS,
  ...NODE_FILTERS,
  ...TESTS_FILTERS,
  ...LINTERS_FILTERS,
  ...BUILD_FILTERS,
  ...INFRA_FILTERS,
  ...SYSTEM_FILTERS,
  ...DATABASE_FILTERS,
  ...DEBUGGERS_FILTERS,
];

/** Tried after the shapes: these only change the layout of a known command's output. */
const asShape = ({ name, matches, apply }: Filter): Shape => ({
  name,
  apply: (input) => (matches(input.command) ? apply(input) : null),
});

export const SHAPES: readonly Shape[] = [...ALL_SHAPES, ...LAST_FILTERS.map(asShape), ...LAST_SHAPES];

export { FILE_SHAPES, LAST_SHAPES, WHOLE_SHAPES };
