/** The authenticator app: whether there is one, how many recovery codes are left, adding and removing it. */
import { Button, Group, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { beginApp, type Factors, factorsQuery, removeApp, renewCodes, type TotpSecret } from '../../api/factors.ts';
import { useText } from '../../i18n/language.tsx';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { notifyDone } from '../../ui/notify.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { Section } from '../../ui/section.tsx';
import { State } from '../../ui/state.tsx';
import { AgainNotice } from './again-notice.tsx';
import { ConfirmApp } from './confirm-app.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';

export function AuthenticatorApp() {
  const { security: text } = useText();
  const queries = useQueryClient();
  const factors = useQuery(factorsQuery);
  const [fresh, setFresh] = useState<TotpSecret | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const refresh = (): Promise<void> => queries.invalidateQueries(factorsQuery);
  const beginning = useMutation({ mutationFn: beginApp, onSuccess: setFresh });
  const show = async (recovery: readonly string[]): Promise<void> => {
    setCodes(recovery);
    await refresh();
  };
  const remove = async (): Promise<void> => {
    await removeApp();
    setCodes(null);
    await refresh();
    notifyDone(text.appRemoved);
  };
  const onConfirmed = async (recovery: readonly string[]): Promise<void> => {
    setFresh(null);
    notifyDone(text.appAdded);
    await show(recovery);
  };
  return (
    <Section title={text.app} description={text.appWhy}>
      <AgainNotice error={beginning.error} />
      {codes !== null && <RecoveryCodes codes={codes} onSaved={() => setCodes(null)} />}
      <Loaded query={factors}>
        {({ totp }) =>
          totp === null ? (
            <Group>
              <Text size="sm" c="dimmed">
                {text.appOff}
              </Text>
              <Button loading={beginning.isPending} onClick={() => beginning.mutate()}>
                {text.addApp}
              </Button>
            </Group>
          ) : (
            <Present totp={totp} onRemove={remove} onRenew={async () => show((await renewCodes()).recovery_codes)} />
          )
        }
      </Loaded>
      {fresh !== null && <ConfirmApp fresh={fresh} onClose={() => setFresh(null)} onConfirmed={onConfirmed} />}
    </Section>
  );
}

interface PresentProps {
  readonly totp: NonNullable<Factors['totp']>;
  readonly onRemove: () => Promise<void>;
  readonly onRenew: () => Promise<void>;
}

function Present({ totp, onRemove, onRenew }: PresentProps) {
  const { security: text } = useText();
  return (
    <Group>
      <State state="ok">{text.appOn}</State>
      <Text size="sm">
        <RelativeTime at={totp.since} /> · {text.codesLeft(totp.recovery_codes)}
      </Text>
      <ConfirmButton
        label={text.renewCodes}
        size="xs"
        question={text.renewQuestion}
        consequence={text.renewConsequence}
        confirm={text.renewCodes}
        onConfirm={onRenew}
      />
      <ConfirmButton
        label={text.removeApp}
        size="xs"
        question={text.removeAppQuestion}
        consequence={text.removeAppConsequence}
        confirm={text.removeApp}
        onConfirm={onRemove}
      />
    </Group>
  );
}
