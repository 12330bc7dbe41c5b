/** What to freeze: everything, unless something less is chosen. */
import { NativeSelect, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { addFreeze, addInstanceFreeze } from '../api/freezes.ts';
import { machinesQuery } from '../api/machines.ts';
import { meQuery } from '../api/session.ts';
import { tokensQuery } from '../api/tokens.ts';
import { CREW } from '../api/workspace.ts';
import { useText } from '../i18n/language.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { machineName } from '../ui/machine-name.ts';
import { notifyDone } from '../ui/notify.tsx';

type Scope = 'all' | 'machine' | 'token' | 'instance';

export function FreezeDialog({ onClose }: { readonly onClose: () => void }) {
  const { freeze: text } = useText();
  const queries = useQueryClient();
  const { data: me } = useSuspenseQuery(meQuery);
  const { data: machines = [] } = useQuery(machinesQuery);
  const tokens = (useQuery(tokensQuery).data ?? []).filter(({ status }) => status === 'active');
  const [scope, setScope] = useState<Scope>('all');
  const freezing = useMutation({
    mutationFn: (form: FormData) => {
      const typed = String(form.get('reason') ?? '').trim();
      const reason = typed === '' ? {} : { reason: typed };
      if (scope === 'instance') return addInstanceFreeze(reason);
      return addFreeze({ ...reason, ...(scope === 'all' ? {} : { [scope]: String(form.get('only')) }) });
    },
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['freezes'] });
      notifyDone(text.done);
      onClose();
    },
  });
  const choices: readonly Scope[] = [
    'all',
    ...(machines.length > 0 ? (['machine'] as const) : []),
    // Those of a crew's members are their own.
    ...(tokens.length > 0 && CREW === null ? (['token'] as const) : []),
    ...(me.role === 'admin' ? (['instance'] as const) : []),
  ];
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={text.title}
      sending={freezing}
      onSubmit={(form) => freezing.mutate(form)}
      submit={text.submit}
      focusSubmit
    >
      <Text size="sm" c="dimmed">
        {text.why}
      </Text>
      <NativeSelect
        label={text.what}
        value={scope}
        onChange={(event) => setScope(event.currentTarget.value as Scope)}
        data={choices.map((value) => ({
          value,
          label: text.scopes[value === 'all' && CREW !== null ? 'crew' : value],
        }))}
      />
      {scope === 'machine' && (
        <NativeSelect
          name="only"
          label={text.machine}
          data={machines.map((each) => ({
            value: each.slug,
            label: machineName(each),
          }))}
        />
      )}
      {scope === 'token' && (
        <NativeSelect
          name="only"
          label={text.token}
          data={tokens.map(({ id, label, token_hint }) => ({
            value: id,
            label: `${label ?? ''} ${token_hint}`.trim(),
          }))}
        />
      )}
      <TextInput name="reason" label={text.reason} maxLength={500} />
    </FormDialog>
  );
}
