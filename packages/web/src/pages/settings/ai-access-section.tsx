/** AI access: the current token, a new one, and how to give it to a client. */
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { type CreatedToken, tokensQuery } from '../../api/tokens.ts';
import { useText } from '../../i18n/language.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Section } from '../../ui/section.tsx';
import { ClientTabs } from './client-tabs.tsx';
import { CurrentToken } from './current-token.tsx';
import { EmergencyRevoke } from './emergency-revoke.tsx';
import { FirstCall } from './first-call.tsx';
import { GenerateToken } from './generate-token.tsx';
import { ShownOnce } from './shown-once.tsx';
import { UnsavedToken } from './unsaved-token.tsx';

/** Below the fold, so it is fetched while the rest is read. */
const ConnectionList = lazy(async () => ({ default: (await import('./connection-list.tsx')).ConnectionList }));

export function AiAccessSection() {
  const { access } = useText();
  const tokens = useQuery(tokensQuery);
  const [created, setCreated] = useState<CreatedToken | null>(null);
  const [saved, setSaved] = useState(false);
  const onCreated = (token: CreatedToken): void => {
    setCreated(token);
    setSaved(false);
  };
  return (
    <>
      <UnsavedToken unsaved={created !== null && !saved} />
      <Section title={access.title} description={access.why}>
        {created !== null && !saved && <ShownOnce created={created} onSaved={() => setSaved(true)} />}
        <Loaded query={tokens}>
          {(list) => {
            const active = list.find(({ status }) => status === 'active');
            return (
              <>
                {active === undefined ? null : <CurrentToken token={active} />}
                <GenerateToken replaces={active} onCreated={onCreated} />
              </>
            );
          }}
        </Loaded>
      </Section>
      <Section title={access.clients} description={access.clientsWhy}>
        <ClientTabs token={saved ? null : (created?.token ?? null)} />
        <FirstCall since={created?.created_at ?? null} />
      </Section>
      <Suspense fallback={null}>
        <ConnectionList />
      </Suspense>
      <EmergencyRevoke />
    </>
  );
}
