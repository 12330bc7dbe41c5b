/** What to tell the reader about a refusal: the service's own words, which are in the page's language. */
import { Problem } from '../api/problem.ts';
import { useText } from '../i18n/language.tsx';

export function useProblemText(error: unknown): string {
  const { ui } = useText();
  if (!(error instanceof Problem)) return ui.unexpected;
  return error.code === 'unreachable' ? ui.unreachable : error.message;
}
