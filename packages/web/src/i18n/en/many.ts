/** One command on many machines, and jobs. */

import { SHARED_WORDS } from '@synapse/contract/view-words';
import { amountsIn } from '../amounts.ts';
import type { Catalogue } from '../catalogue.ts';

const { number, counted } = amountsIn('en');

export const many: Catalogue['many'] = {
  title: 'Many machines',
  why: 'Runs the same command on several machines at once. Identical answers are shown once.',
  machines: 'Machines',
  tags: 'By tag',
  options: 'More settings',
  machinesHint: 'Names, web-* or tag:web (at most 50)',
  none: 'Nothing has run yet',
  noneWhy:
    'Each machine appears here with its state as the command runs. Identical answers are grouped; small differences are shown as diffs.',
  first: 'Machines to try first (0: none)',
  parallel: 'Machines at a time',
  stop: 'Stop everywhere',
  grid: 'State of each machine',
  states: {
    waiting: 'waiting',
    running: 'running',
    pending: 'to confirm',
    succeeded: SHARED_WORDS.en.statuses.done,
    failed: SHARED_WORDS.en.failed,
    skipped: SHARED_WORDS.en.skipped,
  },
  counts: {
    total: (count) => counted(count, 'machine', 'machines'),
    succeeded: (count) => `${number(count)} succeeded`,
    failed: (count) => `${number(count)} failed`,
    skipped: (count) => `${number(count)} skipped`,
    waiting: (count) => `${number(count)} waiting`,
  },
  answered: (count, names) => `${number(count)} × ${names}`,
  same: (machine) => `Same output as ${machine}.`,
  diff: (machine) => `Differences from ${machine}:`,
};

export const jobs: Catalogue['jobs'] = {
  title: 'Jobs',
  why: 'Commands started as jobs (detach). They continue when the call ends, the connection is lost or the service restarts.',
  none: 'No jobs',
  noneWhy: 'Commands that your assistant starts with detach, or that you start with synapse exec -d, appear here.',
  running: 'Running',
  finished: 'Finished',
  lastLine: 'Last line',
  started: 'Started',
};
