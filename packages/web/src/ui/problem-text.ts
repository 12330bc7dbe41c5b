/**
 * What to tell the reader about a refusal: the service's own words, which are in the page's language, except that the
 * fields of a form are called what the form calls them.
 */
import { useText } from '../i18n/language.tsx';
import { problemText } from './problem-words.ts';

export function useProblemText(error: unknown): string {
  return problemText(error, useText());
}
