/** Filters the history. Each choice is in the address, which can be saved or shared. */
import { Group, NativeSelect, Switch, TextInput } from '@mantine/core';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { machinesQuery } from '../../api/machines.ts';
import { meQuery } from '../../api/session.ts';
import { useText } from '../../i18n/language.tsx';
import { type HistorySearch, OUTCOMES, PERIODS, readSearch } from './history-filter.ts';

export function FilterBar({ search }: { readonly search: HistorySearch }) {
  const { executions: text } = useText();
  const { data: machines = [] } = useQuery(machinesQuery);
  const { data: me } = useSuspenseQuery(meQuery);
  const navigate = useNavigate();
  const set = (change: Readonly<Record<string, unknown>>): void => {
    void navigate({ to: '/executions', search: readSearch({ ...search, ...change }), replace: true });
  };
  return (
    <Group mb="md" gap="sm" align="flex-end" className="filters">
      <NativeSelect
        label={text.machine}
        value={search.machine ?? ''}
        onChange={(event) => set({ machine: event.currentTarget.value })}
        data={[{ value: '', label: text.anyMachine }, ...machines.map(({ slug }) => ({ value: slug, label: slug }))]}
      />
      <NativeSelect
        label={text.outcome}
        value={search.outcome ?? ''}
        onChange={(event) => set({ outcome: event.currentTarget.value })}
        data={[
          { value: '', label: text.anyOutcome },
          ...OUTCOMES.map((value) => ({ value, label: text.outcomes[value] })),
        ]}
      />
      <NativeSelect
        label={text.period}
        value={search.period ?? ''}
        onChange={(event) => set({ period: event.currentTarget.value })}
        data={[
          { value: '', label: text.anyPeriod },
          ...PERIODS.map((value) => ({ value, label: text.periods[value] })),
        ]}
      />
      <TextInput
        label={text.alias}
        defaultValue={search.alias ?? ''}
        onChange={(event) => set({ alias: event.currentTarget.value })}
        maxLength={3}
        placeholder="gst"
        w={90}
      />
      {me.role === 'admin' && (
        <Switch
          label={text.everybody}
          checked={search.all === true}
          onChange={(event) => set({ all: event.currentTarget.checked })}
          mb={8}
        />
      )}
    </Group>
  );
}
