/** Whether the page is in a crew that is gone, or that the person does not belong to (any more). */
import { useQuery } from '@tanstack/react-query';
import { crewsQuery } from '../api/crews.ts';
import { CREW } from '../api/workspace.ts';

export function useCrewGone(): boolean {
  const { data: crews } = useQuery(crewsQuery);
  return CREW !== null && crews !== undefined && !crews.some(({ slug }) => slug === CREW);
}
