/** Words that many places share. */
import type { Catalogue } from '../catalogue.ts';

export const ui: Catalogue['ui'] = {
  copy: 'Copy',
  copied: 'Copied',
  actionsOf: (name) => `Actions: ${name}`,
  cancel: 'Cancel',
  close: 'Close',
  save: 'Save',
  about: 'About:',
  undo: 'Undo',
  retry: 'Try again',
  changedElsewhere: 'Changed elsewhere while you were typing',
  changedElsewhereWhy: 'What you typed is untouched. Which one shall stay?',
  /** Beside a field that is being edited in place. */
  changedTo: (value) => `Changed elsewhere: ${value}. Escape takes it.`,
  keepMine: 'Keep mine',
  takeStored: 'Take what is stored',
  days: 'd',
  loading: 'Loading',
  none: 'none',
  /** By cause: the call was refused, the service failed, nobody answered. */
  problems: { refused: 'This could not be done', failed: 'The service had a problem', unreachable: 'No connection' },
  unexpected: 'Something unexpected happened',
  unexpectedWhy: 'The page could not be shown. Try again; if it happens again, reload the page.',
  unreachable: 'The service does not answer. Check that it is running, then try again.',
  notOffered: 'Not available on this instance',
  notOfferedWhy: 'This instance does not have this feature. Update it to get it.',
};
