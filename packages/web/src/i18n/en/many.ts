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
  machinesHint: 'Names, globs (web-*) or tags (tag:web); at most 50 machines.',
  none: 'Nothing has run yet',
  noneWhy:
    'Each machine appears here with its state as the command runs. Identical answers are grouped; small differences are shown as diffs.',
  first: 'Try first on (machines, 0: none)',
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
  counts: (total, succeeded, failed, skipped, waiting) =>
    `${counted(total, 'machine', 'machines')}: ${number(succeeded)} succeeded, ${number(failed)} failed, ${number(skipped)} skipped, ${number(waiting)} waiting.`,
  answered: (count, names) => `${number(count)} × ${names}`,
  same: (machine) => `Same output as ${machine}.`,
  diff: (machine) => `Differences from ${machine}:`,
};

export const jobs: Catalogue['jobs'] = {
  title: 'Jobs',
  why: 'Commands started as jobs (detach). They continue when the call ends, the connection is lost or the service restarts.',
  none: 'No job',
  noneWhy: 'Commands that your assistant starts with detach, or that you start with synapse exec -d, appear here.',
  running: 'Running',
  finished: 'Finished',
  lastLine: 'Last line',
  started: 'Started',
};
