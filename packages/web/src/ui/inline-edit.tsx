/** A text that is edited in place: Enter keeps the change, Escape drops it. */
import { TextInput } from '@mantine/core';
import { type KeyboardEvent, useEffect, useState } from 'react';
import { useProblemText } from './problem-text.ts';

interface Props {
  readonly value: string;
  readonly label: string;
  readonly error: unknown;
  readonly maxLength: number;
  readonly onSave: (value: string) => void;
}

export function InlineEdit({ value, label, error, maxLength, onSave }: Props) {
  const [draft, setDraft] = useState(value);
  const problem = useProblemText(error);
  useEffect(() => setDraft(value), [value]);
  const save = (): void => {
    const wanted = draft.trim();
    if (wanted === '' || wanted === value) setDraft(value);
    else onSave(wanted);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.key === 'Enter') event.currentTarget.blur();
    if (event.key === 'Escape') {
      setDraft(value);
      event.stopPropagation();
    }
  };
  return (
    <TextInput
      value={draft}
      onChange={(event) => setDraft(event.currentTarget.value)}
      onBlur={save}
      onKeyDown={onKeyDown}
      aria-label={label}
      error={error === null || error === undefined ? undefined : problem}
      maxLength={maxLength}
      spellCheck={false}
      classNames={{ input: 'mono inline-edit' }}
    />
  );
}
