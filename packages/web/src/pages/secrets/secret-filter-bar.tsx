/** Searches and narrows the list of secrets. Each choice is in the address. */
import { TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { useText } from '../../i18n/language.tsx';
import { Filter } from '../../ui/filter.tsx';
import { Icon } from '../../ui/icon.tsx';
import { KINDS, readSecretSearch, type SecretSearch } from './secret-address.ts';

const TYPING_MS = 150;

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
  const setWords = useDebouncedCallback((q: string) => set({ q }), TYPING_MS);
  return (
    <search className="filters split-above">
      <TextInput
        className="filter-words"
        aria-label={text.find}
        placeholder={text.find}
        defaultValue={search.q ?? ''}
        maxLength={200}
        leftSection={<Icon name="search" />}
        spellCheck={false}
        data-search
        onChange={(event) => setWords(event.currentTarget.value)}
      />
      <Filter
        label={text.kind}
        any={text.anyKind}
        value={search.kind}
        onChange={(kind) => set({ kind })}
        choices={KINDS.map((kind) => [kind, text.kinds[kind]])}
      />
    </search>
  );
}
