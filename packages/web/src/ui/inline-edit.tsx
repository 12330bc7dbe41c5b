/** A text that is edited in place: Enter keeps the change, Escape drops it. */
import { TextInput } from '@mantine/core';
import { type KeyboardEvent, useState } from 'react';
import { useText } from '../i18n/language.tsx';
import { useProblemText } from './problem-text.ts';

interface Props {
  readonly value: string;
  readonly label: string;
  readonly error: unknown;
  readonly maxLength: number;
  /** Shown, and not to be changed by this person. */
  readonly readOnly?: boolean;
  readonly onSave: (value: string) => void;
}

export function InlineEdit({ value, label, error, maxLength, readOnly = false, onSave }: Props) {
  const { ui } = useText();
  const [draft, setDraft] = useState(value);
  const [begun, setBegun] = useState(value);
  const [typing, setTyping] = useState(false);
  const problem = useProblemText(error);
  // What is being typed is not replaced by what others store.
  if (value !== begun && !typing) {
    setBegun(value);
    setDraft(value);
  }
  const save = (): void => {
    setTyping(false);
    const wanted = draft.trim();
    if (wanted === '' || wanted === value) setDraft(value);
    else onSave(wanted);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.key === 'Enter') event.currentTarget.blur();
    if (event.key === 'Escape') {
      setTyping(false);
      setDraft(value);
      event.stopPropagation();
    }
  };
  return (
    <TextInput
      value={draft}
      onChange={(event) => {
        setTyping(true);
        setDraft(event.currentTarget.value);
      }}
      onBlur={save}
      onKeyDown={onKeyDown}
      aria-label={label}
      description={value === begun ? undefined : ui.changedTo(value)}
      error={error === null || error === undefined ? undefined : problem}
      maxLength={maxLength}
      readOnly={readOnly}
      spellCheck={false}
      classNames={{ input: 'mono inline-edit' }}
    />
  );
}
