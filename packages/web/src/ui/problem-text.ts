/**
 * What to tell the reader about a refusal: the service's own words, which are in the page's language, except that the
 * fields of a form are called what the form calls them.
 */
import { Problem } from '../api/problem.ts';
import { useText } from '../i18n/language.tsx';
import { fieldProblems } from './field-words.ts';

export function useProblemText(error: unknown): string {
  const { ui, fields } = useText();
  if (!(error instanceof Problem)) return ui.unexpected;
  if (error.code === 'unreachable') return ui.unreachable;
  if (error.code !== 'arguments_invalid' || error.fields.length === 0) return error.message;
  return fieldProblems(error, fields, ui.colon).join(' ; ');
}
