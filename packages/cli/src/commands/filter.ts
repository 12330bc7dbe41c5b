/** `synapse filter …`: one's own compaction filters. */
import { readFileSync } from 'node:fs';
import type { OwnFilter } from '@synapse/contract';
import { confirm } from '../ask.ts';
import type { Action } from '../call.ts';
import { CliError, EXIT } from '../cli-error.ts';
import { administer } from '../offline.ts';
import { printable, table } from '../terminal.ts';
import { columns, tell } from '../words/tell.ts';

export const testFilter: Action = async ({ args, terminal, offlineEnv }) => {
  const filter = readFilter(args[0]!);
  const { problem, cases } = await administer({ verb: 'filter-test', filter }, offlineEnv, terminal.progress);
  const failed = cases.filter(({ passed }) => !passed);
  terminal.answer({ problem, cases }, () => {
    if (problem !== null) return terminal.red(tell('filter_pattern', { problem: printable(problem) }));
    if (cases.length === 0) return tell('filter_no_cases');
    return cases
      .map((one) => {
        if (one.passed) return `${terminal.green(tell('filter_ok'))}    ${printable(one.name)}`;
        return [
          `${terminal.red(tell('filter_wrong'))} ${printable(one.name)}`,
          `  ${tell('filter_expected')}\n${indent(one.expected)}`,
          `  ${tell('filter_got')}\n${indent(one.actual)}`,
        ].join('\n');
      })
      .join('\n');
  });
  return problem !== null || failed.length > 0 ? EXIT.failed : EXIT.ok;
};

export const setFilter: Action = async ({ args, terminal, api }) => {
  const { name, ...definition } = readFilter(args[0]!);
  const stored = await api().call<OwnFilter>('PUT', `/synapse/filters/${encodeURIComponent(name)}`, definition);
  terminal.answer(stored, () => tell('filter_stored', { name: stored.name, pattern: stored.match_command }));
};

export const listFilters: Action = async ({ terminal, api }) => {
  const { filters } = await api().call<{ filters: OwnFilter[] }>('GET', '/synapse/filters');
  terminal.answer({ filters }, () =>
    table(
      columns('filters_head'),
      filters.map((filter) => [filter.name, filter.cases.length, filter.match_command, filter.description ?? null]),
    ),
  );
};

export const removeFilter: Action = async ({ args, options, terminal, api }) => {
  await confirm(terminal, tell('ask_delete_filter', { name: args[0]! }), options.yes === true);
  await api().call('DELETE', `/synapse/filters/${encodeURIComponent(args[0]!)}`);
  terminal.answer({ deleted: true }, () => tell('deleted', { name: args[0]! }));
};

/** Only checks that it is an object with a name. The service checks the rest and says what is wrong. */
function readFilter(file: string): OwnFilter {
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new CliError(tell('filter_not_json', { file, reason: error.message }));
  }
  if (typeof value !== 'object' || value === null || typeof (value as OwnFilter).name !== 'string') {
    throw new CliError(tell('filter_none', { file }));
  }
  return value as OwnFilter;
}

function indent(text: string): string {
  return text
    .split('\n')
    .map((line) => `    ${printable(line)}`)
    .join('\n');
}
