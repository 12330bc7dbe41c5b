/** What waits for this person's answer, wherever they are on the page. */
import { useQuery } from '@tanstack/react-query';
import { type Approval, waitingQuery } from '../api/approvals.ts';
import { useLanguage } from '../i18n/language.tsx';

/** Undefined while that is not known. */
export function useWaiting(): readonly Approval[] | undefined {
  const { language } = useLanguage();
  return useQuery(waitingQuery(language)).data;
}
