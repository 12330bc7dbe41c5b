/** In the inbox: requests for a role that this person may grant, in all their crews or in the one that is shown. */
import '../../app/crews.css';
import { isAtLeast } from '@synapse/contract/crew-roles';
import { useQuery } from '@tanstack/react-query';
import { crewsQuery, waitingRequestsQuery } from '../../api/crews.ts';
import { CREW } from '../../api/workspace.ts';
import { useText } from '../../i18n/language.tsx';
import { Section } from '../../ui/section.tsx';
import { mayAnswer, RequestRow } from './request-row.tsx';

export function WaitingRequests() {
  const { crews: text } = useText();
  const { data: crews = [] } = useQuery(crewsQuery);
  const kept = crews.filter(({ slug, role }) => isAtLeast(role, 'keeper') && (CREW === null || slug === CREW));
  const { data: waiting = [] } = useQuery(waitingRequestsQuery(kept.map(({ slug }) => slug)));
  const mine = waiting.flatMap(({ crew, request }) => {
    const where = kept.find(({ slug }) => slug === crew);
    return where !== undefined && mayAnswer(where, request) ? [{ crew: where, request }] : [];
  });
  if (mine.length === 0) return null;
  return (
    <Section title={text.requests}>
      <ul className="people">
        {mine.map(({ crew, request }) => (
          <RequestRow key={request.id} crew={crew} request={request} />
        ))}
      </ul>
    </Section>
  );
}
