/** The passkeys of the account: naming, removing, and adding one. */
import { Group, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { factorsQuery, type Passkey, removePasskey, renamePasskey } from '../../api/factors.ts';
import { useText } from '../../i18n/language.tsx';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { InlineEdit } from '../../ui/inline-edit.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { notifyDone } from '../../ui/notify.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { Section } from '../../ui/section.tsx';
import { AddPasskey } from './add-passkey.tsx';

export function PasskeyList() {
  const { security: text } = useText();
  const factors = useQuery(factorsQuery);
  return (
    <Section title={text.passkeys} description={text.passkeysWhy}>
      <Loaded query={factors}>
        {({ passkeys, passkeys_available }) => (
          <Stack gap="sm" align="flex-start">
            {passkeys.length === 0 && (
              <Text size="sm" c="dimmed">
                {text.noPasskeys}
              </Text>
            )}
            {passkeys.map((passkey) => (
              <PasskeyRow key={passkey.id} passkey={passkey} />
            ))}
            {passkeys_available ? <AddPasskey /> : <Text size="sm">{text.unavailable}</Text>}
          </Stack>
        )}
      </Loaded>
    </Section>
  );
}

function PasskeyRow({ passkey }: { readonly passkey: Passkey }) {
  const { security: text } = useText();
  const queries = useQueryClient();
  const refresh = (): Promise<void> => queries.invalidateQueries(factorsQuery);
  const naming = useMutation({ mutationFn: (name: string) => renamePasskey(passkey.id, name), onSuccess: refresh });
  const remove = async (): Promise<void> => {
    await removePasskey(passkey.id);
    await refresh();
    notifyDone(text.removed(passkey.name));
  };
  return (
    <Group justify="space-between" wrap="nowrap" gap="sm" w="100%" data-passkey={passkey.id}>
      <div className="grow shrink">
        <InlineEdit
          value={passkey.name}
          label={text.nameOf(passkey.name)}
          error={naming.error}
          maxLength={60}
          onSave={naming.mutate}
        />
        <Text size="xs" c="dimmed">
          {text.added} <RelativeTime at={passkey.created_at} /> ·{' '}
          {passkey.last_used_at === null ? (
            text.neverUsed
          ) : (
            <>
              {text.used} <RelativeTime at={passkey.last_used_at} />
            </>
          )}
        </Text>
      </div>
      <ConfirmButton
        label={text.remove}
        ariaLabel={text.removeOf(passkey.name)}
        size="xs"
        question={text.removeQuestion(passkey.name)}
        consequence={text.removeConsequence}
        confirm={text.remove}
        onConfirm={remove}
      />
    </Group>
  );
}
