/** Searches and filters the history. Each choice is in the address, which can be saved or shared. */
import { Button } from '@mantine/core';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { machinesQuery } from '../../api/machines.ts';
import { meQuery } from '../../api/session.ts';
import { CREW } from '../../api/workspace.ts';
import { useText } from '../../i18n/language.tsx';
import { type Choice, Filter } from '../../ui/filter.tsx';
import { FilterBar } from '../../ui/filter-bar.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useClientChoices } from '../../ui/use-client-names.ts';
import { AccountFilter } from './account-filter.tsx';
import { type HistorySearch, ORIGINS, OUTCOMES, readSearch } from './history-filter.ts';
import { PeriodFilter } from './period-filter.tsx';

export function HistoryFilterBar({ search }: { readonly search: HistorySearch }) {
  const { executions: text } = useText();
  const navigate = useNavigate();
  const set = (change: Readonly<Record<string, unknown>>): void => {
    void navigate({ to: '/executions', search: readSearch({ ...search, ...change }), replace: true });
  };
  return (
    <FilterBar
      find={search.outputs === true ? text.findInOutputs : text.find}
      words={search.q}
      onWords={(q) => set({ q })}
    >
      <button
        type="button"
        className="chip"
        role="switch"
        aria-checked={search.outputs === true}
        onClick={() => set({ outputs: search.outputs !== true })}
      >
        {text.inOutputs}
      </button>
      {search.outputs !== true && <EntryFilters search={search} onChange={set} />}
    </FilterBar>
  );
}

interface EntryFiltersProps {
  readonly search: HistorySearch;
  readonly onChange: (change: Readonly<Record<string, unknown>>) => void;
}

/** What the log knows of each command, and outputs do not. */
function EntryFilters({ search, onChange }: EntryFiltersProps) {
  const { executions: text } = useText();
  const { data: machines = [] } = useQuery(machinesQuery);
  const { data: me } = useSuspenseQuery(meQuery);
  const clients = useClientChoices();
  const words = (values: readonly string[], labels: Readonly<Record<string, string>>): readonly Choice[] =>
    values.map((value) => [value, labels[value] ?? value] as const);
  const choose = (name: keyof HistorySearch) => (value: string) => onChange({ [name]: value });
  return (
    <>
      <Filter
        label={text.machine}
        any={text.anyMachine}
        value={search.machine}
        onChange={choose('machine')}
        choices={machines.map(({ slug }) => [slug, slug])}
      />
      <Filter
        label={text.outcome}
        any={text.anyOutcome}
        value={search.outcome}
        onChange={choose('outcome')}
        choices={words(OUTCOMES, text.outcomes)}
      />
      <Filter
        label={text.origin}
        any={text.anyOrigin}
        value={search.origin}
        onChange={choose('origin')}
        choices={words(ORIGINS, text.sources)}
      />
      {clients.length > 0 && (
        <Filter
          label={text.client}
          any={text.anyClient}
          value={search.client}
          onChange={choose('client')}
          choices={clients}
        />
      )}
      <PeriodFilter span={search} onChange={onChange} />
      {search.alias !== undefined && (
        <Button
          variant="default"
          rightSection={<Icon name="close" size={12} />}
          onClick={() => onChange({ alias: '' })}
        >
          @{search.alias}
        </Button>
      )}
      {CREW === null && me.role === 'admin' && <AccountFilter search={search} onChange={onChange} />}
    </>
  );
}
