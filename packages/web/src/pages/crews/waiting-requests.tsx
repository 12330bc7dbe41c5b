/** In the inbox: requests for a role that this person may grant. */
import '../../app/crews.css';
import { useText } from '../../i18n/language.tsx';
import { Section } from '../../ui/section.tsx';
import { useWaitingRequests } from '../../ui/use-waiting-requests.ts';
import { RequestRow } from './request-row.tsx';

export function WaitingRequests() {
  const { crews: text } = useText();
  const waiting = useWaitingRequests();
  if (waiting.length === 0) return null;
  return (
    <Section title={text.requests}>
      <ul className="people">
        {waiting.map(({ crew, request }) => (
          <RequestRow key={request.id} crew={crew} request={request} />
        ))}
      </ul>
    </Section>
  );
}
