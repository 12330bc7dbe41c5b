// The filters for test runners.
import type { Filter } from '../../filter.ts';
import { ava } from './ava.ts';
import { cargoTest } from './cargo-test.ts';
import { ctest } from './ctest.ts';
import { goTest } from './go-test.ts';
import { jest } from './jest.ts';
import { mocha } from './mocha.ts';
import { nodeTest } from './node-test.ts';
import { phpunit } from './phpunit.ts';
import { playwright } from './playwright.ts';
import { pytest } from './pytest.ts';
import { rspec } from './rspec.ts';
import { tap } from './tap.ts';
import { unittest } from './unittest.ts';
import { vitest } from './vitest.ts';

export const TESTS_FILTERS: readonly Filter[] = [
  pytest,
  unittest,
  vitest,
  jest,
  mocha,
  playwright,
  nodeTest,
  tap,
  cargoTest,
  goTest,
  rspec,
  phpunit,
  ctest,
  ava,
];
