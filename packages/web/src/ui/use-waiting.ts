/** What waits for this person's answer, in all their workspaces, wherever they are on the page. */
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type Approval, waitingQuery } from '../api/approvals.ts';
import { crewsQuery } from '../api/crews.ts';
import { meQuery } from '../api/session.ts';
import { useLanguage } from '../i18n/language.tsx';
import { mayDecide, roleIn } from './who-decides.ts';

/** Undefined while that is not known. */
export function useWaiting(): readonly Approval[] | undefined {
  const { language } = useLanguage();
  const { data: waiting } = useQuery(waitingQuery(language));
  const { data: crews } = useQuery(crewsQuery);
  const { data: me } = useQuery(meQuery);
  return useMemo(() => {
    if (waiting === undefined || me === undefined) return undefined;
    if (crews === undefined && waiting.some(({ crew }) => crew !== undefined)) return undefined;
    // One's own questions that others are to decide are among them.
    return waiting.filter((each) => mayDecide(each, me.username, roleIn(crews, each.crew)));
  }, [waiting, crews, me]);
}
