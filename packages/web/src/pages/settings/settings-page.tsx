/** Settings: AI access, policy, notifications, appearance, account, sign-in. */
import { Tabs } from '@mantine/core';
import { roleAllows } from '@synapse/contract/crew-roles';
import { lazyRouteComponent, useNavigate, useParams } from '@tanstack/react-router';
import { Suspense, useEffect, useRef } from 'react';
import { CREW } from '../../api/workspace.ts';
import { useText } from '../../i18n/language.tsx';
import { NotFound, PageLoading } from '../../layout/page-states.tsx';
import { Icon } from '../../ui/icon.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { useCrew } from '../../ui/use-crew.ts';
import { AboutLine } from './about-line.tsx';
import { AccountSection } from './account-section.tsx';
import { AiAccessSection } from './ai-access-section.tsx';
import { AppearanceSection } from './appearance-section.tsx';

/** Most people come for their token: the larger sections are fetched when they are opened. */
const PolicySection = lazyRouteComponent(() => import('./policy-section.tsx'), 'PolicySection');
const NotificationsSection = lazyRouteComponent(() => import('./notifications-section.tsx'), 'NotificationsSection');
const SecuritySection = lazyRouteComponent(() => import('./security-section.tsx'), 'SecuritySection');

const SECTIONS = [
  { id: 'ai-access', icon: 'key', needs: 'read', Body: AiAccessSection },
  { id: 'policy', icon: 'shield', needs: 'read', Body: PolicySection },
  { id: 'notifications', icon: 'bell', needs: 'write-channels', Body: NotificationsSection },
  { id: 'appearance', icon: 'sun', needs: 'read', Body: AppearanceSection },
  { id: 'account', icon: 'user', needs: 'read', Body: AccountSection },
  { id: 'security', icon: 'secret', needs: 'read', Body: SecuritySection },
] as const;

export function SettingsPage() {
  const { settings } = useText();
  const { section = 'ai-access' } = useParams({ strict: false });
  const navigate = useNavigate();
  const tabs = useRef<HTMLDivElement>(null);
  // On a narrow screen there are more than fit.
  useEffect(() => {
    tabs.current?.querySelector(`[role=tab][data-section="${section}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [section]);
  const crew = useCrew();
  // What the role of a member does not open is not offered.
  const offered = SECTIONS.filter(({ needs }) => CREW === null || (crew !== undefined && roleAllows(crew.role, needs)));
  if (!SECTIONS.some(({ id }) => id === section)) return <NotFound />;
  return (
    <>
      <PageHeader title={settings.title} />
      <Tabs
        value={section}
        onChange={(next) => next !== null && void navigate({ to: '/settings/$section', params: { section: next } })}
        keepMounted={false}
      >
        <Tabs.List mb="md" aria-label={settings.title} ref={tabs}>
          {offered.map(({ id, icon }) => (
            <Tabs.Tab key={id} value={id} data-section={id} leftSection={<Icon name={icon} size={16} />}>
              {settings.sections[id]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {offered.map(({ id, Body }) => (
          <Tabs.Panel key={id} value={id}>
            <Suspense fallback={<PageLoading />}>
              <Body />
            </Suspense>
          </Tabs.Panel>
        ))}
      </Tabs>
      <AboutLine />
    </>
  );
}
