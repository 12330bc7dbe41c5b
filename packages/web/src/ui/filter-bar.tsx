/** Over a list: the words that are looked for, and what else narrows it. */
import '../app/chips.css';
import { TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';

/** Each letter would be a question to the service. */
const TYPING_MS = 250;

interface Props {
  readonly find: string;
  readonly words: string | undefined;
  readonly onWords: (words: string) => void;
  readonly children?: ReactNode;
}

export function FilterBar({ find, words = '', onWords, children }: Props) {
  const change = useDebouncedCallback(onWords, TYPING_MS);
  return (
    <search className="filters split-above">
      <TextInput
        className="filter-words"
        aria-label={find}
        placeholder={find}
        defaultValue={words}
        maxLength={200}
        leftSection={<Icon name="search" />}
        spellCheck={false}
        data-search
        onChange={(event) => change(event.currentTarget.value)}
      />
      <div className="filter-chips">{children}</div>
    </search>
  );
}
