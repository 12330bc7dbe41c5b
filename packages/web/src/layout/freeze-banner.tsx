/** While anything is frozen every page says so, and offers to lift it to people who may. */
import { Text } from '@mantine/core';
import { visibleText } from '@synapse/contract/visible-text';
import { useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { type Freeze, freezesQuery, liftFreeze } from '../api/freezes.ts';
import { meQuery } from '../api/session.ts';
import { tokensQuery } from '../api/tokens.ts';
import { CREW } from '../api/workspace.ts';
import type { Catalogue } from '../i18n/catalogue.ts';
import { useText } from '../i18n/language.tsx';
import { Icon } from '../ui/icon.tsx';
import { RelativeTime } from '../ui/relative-time.tsx';
import { useMay } from '../ui/use-crew.ts';

/** Seldom needed, so not part of the first page. */
const ConfirmButton = lazy(async () => ({ default: (await import('../ui/confirm-button.tsx')).ConfirmButton }));

export function FreezeBanner() {
  const { data: freezes = [] } = useQuery(freezesQuery);
  return (
    <div role="status">
      {freezes.map((freeze) => (
        <Frozen key={freeze.id} freeze={freeze} />
      ))}
    </div>
  );
}

function Frozen({ freeze }: { readonly freeze: Freeze }) {
  const { freeze: text } = useText();
  const queries = useQueryClient();
  const { data: me } = useSuspenseQuery(meQuery);
  const mayLift = useMay('lift-freeze');
  const { data: tokens = [] } = useQuery({ ...tokensQuery, enabled: freeze.token !== null });
  const lift = () => liftFreeze(freeze).finally(() => queries.invalidateQueries({ queryKey: ['freezes'] }));
  const token = tokens.find(({ id }) => id === freeze.token);
  const what = frozenThing(freeze, token?.label ?? token?.token_hint ?? '', text);
  return (
    <div className="strip strip-frozen" data-freeze={freeze.id}>
      <Icon name="freeze" />
      <div className="grow shrink">
        <Text size="sm" fw={600} className="break">
          {what}
        </Text>
        <Text size="xs" className="break">
          {freeze.reason !== null && `${visibleText(freeze.reason)} · `}
          {text.by(freeze.created_by)} · <RelativeTime at={freeze.created_at} />
        </Text>
      </div>
      {(freeze.scope === 'user' ? mayLift : me.role === 'admin') && (
        <Suspense>
          <ConfirmButton
            size="xs"
            label={text.lift}
            ariaLabel={text.liftOf(what)}
            question={text.liftOf(what)}
            consequence={text.liftWhy}
            confirm={text.lift}
            onConfirm={lift}
          />
        </Suspense>
      )}
    </div>
  );
}

function frozenThing({ scope, machine, token }: Freeze, name: string, { frozen }: Catalogue['freeze']): string {
  if (scope === 'instance') return frozen.instance;
  if (machine !== null && token !== null) return frozen.both(machine, name);
  if (machine !== null) return frozen.machine(machine);
  if (token !== null) return frozen.token(name);
  return CREW === null ? frozen.all : frozen.crew;
}
