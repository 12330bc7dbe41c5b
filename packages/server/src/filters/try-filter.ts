/** Runs the cases of a filter: what its output would be, beside what its author expects. */

import { workClock } from '@synapse/compaction/budget';
import { compact } from '@synapse/compaction/compact';
import { applyOwnFilters } from '@synapse/compaction/own-filters';
import type { OwnFilter, OwnFilterCase } from '@synapse/contract';
import { redactedFromStore } from '../redaction/index.ts';

export interface CaseResult {
  readonly name: string;
  readonly passed: boolean;
  readonly expected: string;
  readonly actual: string;
  /** Which filter made it: `own:<name>`, or null when the output stayed as it was. */
  readonly filter: string | null;
}

export function tryFilter(filter: OwnFilter): CaseResult[] {
  return filter.cases.map((one) => runCase(filter, one));
}

/**
 * How many times longer than an answer a case may take. `synapse filter test` runs code that was just loaded: on a slow
 * computer it would be given up, and the author would be told that the filter is wrong.
 */
const PATIENCE = 20;
const patientClock = () => workClock() / PATIENCE;

function runCase(filter: OwnFilter, { name, command, exit_code, stdout, expected }: OwnFilterCase): CaseResult {
  const { text, filter: applied } = compact({
    command: command ?? '',
    exitCode: exit_code,
    // The author's own words, returned to the author.
    stdout: redactedFromStore(stdout),
    recovery: null,
    now: patientClock,
    // A case without a command only tests what happens to the output.
    ownFilters: applyOwnFilters([command === undefined ? { ...filter, match_command: '^' } : filter]),
  });
  return { name, passed: text.trimEnd() === expected.trimEnd(), expected, actual: text, filter: applied };
}
