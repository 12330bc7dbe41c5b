// An own filter against the cases it was written with: what `synapse filter test` and the service ask before they trust it.
import type { OwnFilter } from '@synapse/contract';
import { compact } from './compact.ts';

export interface FailedCase {
  readonly name: string;
  readonly expected: string;
  readonly got: string;
}

/** The cases whose output is not what was expected; none means the filter does what it says. */
export function failedCases(filter: OwnFilter): FailedCase[] {
  return filter.cases.flatMap(({ name, command, exit_code, stdout, expected }) => {
    // a case without a command is about the stages alone
    const asked = command === undefined ? { ...filter, match_command: '.' } : filter;
    const request = { command: command ?? filter.name, exitCode: exit_code, stdout, recovery: null };
    const { text } = compact({ ...request, ownFilters: [asked] });
    return text.trimEnd() === expected.trimEnd() ? [] : [{ name, expected, got: text }];
  });
}
