/** One command on many machines, and jobs. */

import { SHARED_WORDS } from '@synapse/contract/view-words';
import { amountsIn } from '../amounts.ts';
import type { Catalogue } from '../catalogue.ts';

const { number, counted } = amountsIn('en');

export const many: Catalogue['many'] = {
  title: 'Many machines',
  why: 'The same command on several machines at once. Equal answers appear once.',
  machines: 'Machines',
  tags: 'By tag',
  options: 'More settings',
  machinesHint: 'Names, globs (web-*) or tags (tag:web); at most 50 machines.',
  none: 'Nothing has run yet',
  noneWhy: 'Each machine gets a cell here, live; below it, equal answers once and small differences as diffs.',
  first: 'Alone first (0: none)',
  parallel: 'At a time',
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
  diff: (machine) => `Differences from ${machine}:`,
};

export const jobs: Catalogue['jobs'] = {
  title: 'Jobs',
  why: 'Commands that were started to last (detach): they outlive the call, the link and the service itself.',
  none: 'No job',
  noneWhy: 'A command that is started with detach, by your assistant or by synapse exec -d, appears here.',
  running: 'Running',
  finished: 'Over',
  lastLine: 'Last line',
  started: 'Started',
};
