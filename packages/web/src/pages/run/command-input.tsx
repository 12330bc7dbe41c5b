/** The command, of one line or many, with completion of `{{SECRET}}` names and of alias codes at its beginning. */
import { Combobox, Textarea, useCombobox } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { KeyboardEvent } from 'react';
import { aliasesQuery } from '../../api/aliases.ts';
import { secretsQuery } from '../../api/secrets.ts';
import { useText } from '../../i18n/language.tsx';
import { completions, withCompletion } from './completions.ts';

interface Props {
  readonly value: string;
  readonly onChange: (command: string) => void;
}

/** Runs on every machine as it is: needs no directory and no repository. */
const EXAMPLE = 'df -h';

export function CommandInput({ value, onChange }: Props) {
  const { run: text } = useText();
  const { data: secrets = [] } = useQuery(secretsQuery);
  const { data: aliases = [] } = useQuery(aliasesQuery);
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const offers = completions(
    value,
    secrets.map(({ name }) => name),
    aliases,
  );
  const offering = combobox.dropdownOpened && offers.length > 0;

  /** Enter runs a command of one line and begins a new line in a script; with Ctrl or ⌘ it always runs. */
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    const always = event.ctrlKey || event.metaKey;
    if (!always && (value.includes('\n') || (offering && combobox.getSelectedOptionIndex() !== -1))) return;
    event.preventDefault();
    combobox.closeDropdown();
    event.currentTarget.form?.requestSubmit();
  };

  return (
    <Combobox
      store={combobox}
      onOptionSubmit={(label) => {
        const chosen = offers.find((offer) => offer.label === label);
        if (chosen !== undefined) onChange(withCompletion(value, chosen));
        combobox.closeDropdown();
      }}
    >
      {/* Without suggestions the arrow keys belong to the text. */}
      <Combobox.Target withExpandedAttribute withKeyboardNavigation={offering}>
        <Textarea
          label={text.command}
          description={text.commandHint}
          placeholder={EXAMPLE}
          value={value}
          onChange={(event) => {
            onChange(event.currentTarget.value);
            combobox.openDropdown();
          }}
          onBlur={() => combobox.closeDropdown()}
          onKeyDown={onKeyDown}
          classNames={{ input: 'mono' }}
          autosize
          minRows={1}
          maxRows={14}
          wrap="off"
          spellCheck={false}
          autoCapitalize="off"
          required
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={offers.length === 0}>
        <Combobox.Options>
          {offers.map(({ label }) => (
            <Combobox.Option key={label} value={label}>
              {label}
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}
