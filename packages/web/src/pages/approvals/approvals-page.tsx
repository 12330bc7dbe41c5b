/** The inbox: what waits for an answer, what was answered lately, and what need not be asked about. */
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { type Approval, approvalsQuery } from '../../api/approvals.ts';
import { machinesQuery } from '../../api/machines.ts';
import { useLanguage } from '../../i18n/language.tsx';
import { Allowed } from '../../ui/allowed.tsx';
import { LinkButton } from '../../ui/links.tsx';
import { ListPage } from '../../ui/list-page.tsx';
import { useWaitingRequests } from '../../ui/use-waiting-requests.ts';
import { useDecides } from '../../ui/who-decides.ts';
import { WaitingElsewhere } from '../crews/waiting-elsewhere.tsx';
import { WaitingRequests } from '../crews/waiting-requests.tsx';
import { ConfirmMachine } from '../machines/confirm-machine.tsx';
import { ApprovalCard } from './approval-card.tsx';
import { GrantList } from './grant-list.tsx';
import { NotifyButton } from './notify-button.tsx';
import { RecentList } from './recent-list.tsx';
import { useCardKeys } from './use-card-keys.ts';

export function ApprovalsPage() {
  const {
    language,
    text: { approvals: text, crews },
  } = useLanguage();
  const requests = useWaitingRequests().length;
  const query = useQuery(approvalsQuery(language));
  const unconfirmed = (useQuery(machinesQuery).data ?? []).filter(({ confirmed }) => !confirmed);
  const decides = useDecides();
  const onTop = useOnTop(query.data ?? [], decides);
  useCardKeys();
  const mayDecide = (query.data ?? []).some(decides);
  const oldestFirst = query.data?.toReversed();
  const cards = {
    ...query,
    data: oldestFirst && [
      ...oldestFirst.filter(({ id }) => onTop.get(id) === 'mine'),
      ...oldestFirst.filter(({ id }) => onTop.get(id) === 'others'),
    ],
  } as typeof query;
  return (
    <div className="asked">
      <div>
        <ListPage
          title={text.title}
          description={text.why}
          actions={<NotifyButton />}
          above={
            <>
              <WaitingElsewhere />
              <WaitingRequests />
              <Allowed needs="write-machines">
                {unconfirmed.map((machine) => (
                  <ConfirmMachine key={machine.slug} machine={machine} />
                ))}
              </Allowed>
            </>
          }
          query={cards}
          empty={{
            icon: 'ask',
            title: requests > 0 ? crews.noCommand : text.none,
            description: text.noneWhy,
            action: (
              <LinkButton to="/settings/$section" params={{ section: 'policy' }} variant="default">
                {text.toPolicy}
              </LinkButton>
            ),
          }}
        >
          {(list) => (
            <>
              {list.map((approval) => (
                <ApprovalCard key={approval.id} approval={approval} />
              ))}
              {mayDecide && (
                <Text size="xs" c="dimmed" className="wide-only">
                  {text.keys}
                </Text>
              )}
            </>
          )}
        </ListPage>
      </div>
      <div>
        <RecentList approvals={(query.data ?? []).filter(({ id }) => !onTop.has(id))} />
        <GrantList />
      </div>
    </div>
  );
}

type Whose = 'mine' | 'others';

/**
 * What this person may decide comes before what others are to. Whatever waited while the page was open keeps its place,
 * also once it is decided: nothing moves away from under a finger.
 */
function useOnTop(
  approvals: readonly Approval[],
  decides: (approval: Approval) => boolean,
): ReadonlyMap<string, Whose> {
  const ids = useRef(new Map<string, Whose>());
  for (const each of approvals) {
    if (each.status !== 'pending' || ids.current.get(each.id) === 'mine') continue;
    ids.current.set(each.id, decides(each) ? 'mine' : 'others');
  }
  return ids.current;
}
