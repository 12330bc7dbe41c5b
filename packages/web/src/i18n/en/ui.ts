/** Words that many places share. */
import { amountsIn } from '../amounts.ts';
import type { Catalogue } from '../catalogue.ts';

const { duration } = amountsIn('en');

export const ui: Catalogue['ui'] = {
  copy: 'Copy',
  copied: 'Copied',
  actionsOf: (name) => `Actions: ${name}`,
  cancel: 'Cancel',
  close: 'Close',
  save: 'Save',
  about: 'About:',
  undo: 'Undo',
  clearOf: (label) => `Clear: ${label}`,
  retry: 'Try again',
  changedElsewhere: 'Changed elsewhere while you were typing',
  changedElsewhereWhy: 'Your text is still here. Which version do you want to keep?',
  /** Beside a field that is being edited in place. */
  changedTo: (value) => `Changed elsewhere: ${value}. Escape takes it.`,
  keepMine: 'Keep mine',
  takeStored: 'Use the stored version',
  days: 'd',
  code: { completions: 'Suggestions', control: 'Control character' },
  loading: 'Loading',
  none: 'none',
  colon: ': ',
  show: 'Show or hide what is typed',
  validity: {
    missing: 'This field is required.',
    short: (least) => `At least ${least} characters.`,
    least: (least) => `At least ${least}.`,
    most: (most) => `At most ${most}.`,
    url: 'A full address that begins with https://.',
    number: 'A whole number.',
    form: 'Some characters are not allowed here.',
  },
  /** By kind: what the reader can do about it differs. */
  problems: {
    again: 'Sign in again',
    conflict: 'Conflicts with existing data',
    denied: 'Refused',
    exists: 'Already exists',
    failed: 'The service had a problem',
    forbidden: 'Not allowed',
    frozen: 'Frozen',
    hostKey: 'The host key has changed',
    invalid: 'Something to correct',
    large: 'Too large',
    late: 'Too late',
    limit: 'A limit is reached',
    lost: 'Connection lost',
    machine: 'The machine did not answer',
    missing: 'Not found',
    refused: 'This could not be done',
    signIn: 'Sign-in refused',
    unreachable: 'No connection',
  },
  unexpected: 'Something unexpected happened',
  unexpectedWhy: 'The page could not be shown. Try again; if it happens again, reload the page.',
  unreachable: 'The service does not answer. Check that it is running, then try again.',
  rateLimit: (seconds) =>
    `30 commands a minute for each account, unless the instance sets it otherwise. Try again in ${duration(1000 * seconds)}.`,
  needsPlan:
    'Machines, secrets and aliases of your own are for the Pro and Équipage plans; those of a crew are in its workspace.',
  notOffered: 'Not available on this instance',
  notOfferedWhy: 'This instance does not have this feature. Update it to get it.',
};
