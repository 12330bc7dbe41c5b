/** The menu at the side, with only what this person may open. */
import { Badge, CloseButton, Text } from '@mantine/core';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { remindersQuery } from '../api/secrets.ts';
import { meQuery } from '../api/session.ts';
import { CREW } from '../api/workspace.ts';
import { areasFor } from '../app/areas.ts';
import { useText } from '../i18n/language.tsx';
import { Icon } from '../ui/icon.tsx';
import { LinkAnchor, LinkNav } from '../ui/links.tsx';
import { useCrew } from '../ui/use-crew.ts';
import { useWaiting } from '../ui/use-waiting.ts';
import { useWaitingRequests } from '../ui/use-waiting-requests.ts';
import { UserMenu } from './user-menu.tsx';

const WorkspaceSwitcher = lazy(async () => ({ default: (await import('./workspace-switcher.tsx')).WorkspaceSwitcher }));

const GROUPS = ['pilot', 'projects', 'instance'] as const;

export function SideMenu({ onClose }: { readonly onClose: () => void }) {
  const text = useText();
  const { data: me } = useSuspenseQuery(meQuery);
  const areas = areasFor(me, useCrew());
  const hasChoice = CREW !== null || me.plan === 'equipage';
  return (
    <>
      <div className="side-top">
        <LinkAnchor to="/" underline="never" c="inherit" className="brand">
          <img src="/favicon.svg" alt="" width={22} height={22} />
          <span>Synapse</span>
        </LinkAnchor>
        <CloseButton hiddenFrom="sm" onClick={onClose} aria-label={text.ui.close} />
      </div>
      <Suspense fallback={hasChoice && <div className="switcher-room" />}>
        <WorkspaceSwitcher />
      </Suspense>
      <nav aria-label={text.shell.menu} className="side-menu">
        {GROUPS.map((group) => (
          <div key={group} className={`side-group side-${group}`}>
            {group === 'projects' && (
              <Text size="xs" c="dimmed" className="side-label">
                {text.shell.groups.projects}
              </Text>
            )}
            {areas
              .filter((area) => area.group === group)
              .map(({ to, icon, label }) => (
                <LinkNav
                  key={to}
                  to={to}
                  label={label(text)}
                  leftSection={<Icon name={icon} />}
                  rightSection={to === '/approvals' ? <WaitingCount /> : to === '/secrets' && <DueCount />}
                  activeOptions={{ exact: to === '/' }}
                  activeProps={{ active: true }}
                  className="side-link"
                />
              ))}
          </div>
        ))}
      </nav>
      <UserMenu />
    </>
  );
}

function WaitingCount() {
  const { approvals: text } = useText();
  const count = (useWaiting()?.length ?? 0) + useWaitingRequests().length;
  return <Count count={count} says={text.waitingFor(count)} />;
}

function DueCount() {
  const { secrets: text } = useText();
  const count = useQuery(remindersQuery).data?.length ?? 0;
  return <Count count={count} says={text.due(count)} />;
}

function Count({ count, says }: { readonly count: number; readonly says: string }) {
  if (count === 0) return null;
  return (
    <Badge size="sm" variant="filled" className="waiting-count">
      <span aria-hidden>{count}</span>
      <span className="visually-hidden">{says}</span>
    </Badge>
  );
}
