/** Words that many places share. */
import type { Catalogue } from '../catalogue.ts';

export const ui: Catalogue['ui'] = {
  copy: 'Copy',
  copied: 'Copied',
  cancel: 'Cancel',
  close: 'Close',
  save: 'Save',
  undo: 'Undo',
  retry: 'Try again',
  loading: 'Loading',
  none: 'none',
  refused: 'Refused',
  unexpected: 'Something unexpected happened',
  unexpectedWhy: 'The page could not be shown. Try again; if it stays, reload it.',
  unreachable: 'The service does not answer. Check that it runs, then try again.',
  notOffered: 'Not available on this instance',
  notOfferedWhy: 'This instance does not offer this function. Update it to have it.',
};
