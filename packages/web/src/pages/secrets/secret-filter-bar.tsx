/** Searches and narrows the list of secrets. Each choice is in the address. */
import { useNavigate } from '@tanstack/react-router';
import { useText } from '../../i18n/language.tsx';
import { Filter } from '../../ui/filter.tsx';
import { FilterBar } from '../../ui/filter-bar.tsx';
import { KINDS, readSecretSearch, type SecretSearch } from './secret-address.ts';

export function SecretFilterBar({ search }: { readonly search: SecretSearch }) {
  const { secrets: text } = useText();
  const navigate = useNavigate();
  const set = (change: Readonly<Record<string, unknown>>): void => {
    void navigate({
      to: '/secrets',
      search: (now) => readSecretSearch({ ...now, ...change }),
      replace: true,
      resetScroll: false,
    });
  };
  return (
    <FilterBar find={text.find} words={search.q} onWords={(q) => set({ q })}>
      <Filter
        label={text.kind}
        any={text.anyKind}
        value={search.kind}
        onChange={(kind) => set({ kind })}
        choices={KINDS.map((kind) => [kind, text.kinds[kind]])}
      />
    </FilterBar>
  );
}
