/** What to tell the reader about a refusal: the service's own French words, or the catalogue's English explanation. */
import { useQuery } from '@tanstack/react-query';
import { Problem } from '../api/problem.ts';
import { useLanguage } from '../i18n/language.tsx';

export function useProblemText(error: unknown): string {
  const { language, text } = useLanguage();
  const explanations = useQuery({
    queryKey: ['explanations'],
    queryFn: async () => (await import('@synapse/contract/errors')).ERRORS,
    enabled: language === 'en' && error !== null && error !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (!(error instanceof Problem)) return text.ui.unexpected;
  if (error.code === 'unreachable') return text.ui.unreachable;
  if (language === 'fr') return error.message;
  const named = error.fields.map(({ field, problem }) => `${field}: ${problem}`).join('; ');
  return [explanations.data?.[error.code].explain ?? error.message, named].filter(Boolean).join(' ');
}
