/** The editor of a command: many lines, coloured, with completion of `{{SECRET}}` names and alias codes, and history. */
import { Combobox, Textarea, useCombobox } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useRef } from 'react';
import { aliasesQuery } from '../../api/aliases.ts';
import { secretsQuery } from '../../api/secrets.ts';
import { useText } from '../../i18n/language.tsx';
import { useCommandHistory } from './command-history.ts';
import { commandParts, linesOf } from './command-parts.ts';
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
  const history = useCommandHistory();
  const behind = useRef<HTMLDivElement>(null);
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const offers = completions(
    value,
    secrets.map(({ name }) => name),
    aliases,
  );
  const offering = combobox.dropdownOpened && offers.length > 0;

  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter') onEnter(event);
    if ((event.key === 'ArrowUp' || event.key === 'ArrowDown') && !offering) onArrow(event);
  };

  /** Enter runs a command of one line and begins a new line in a script; with Ctrl or ⌘ it always runs. */
  const onEnter = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    if (event.shiftKey) return;
    const always = event.ctrlKey || event.metaKey;
    if (!always && (value.includes('\n') || (offering && combobox.getSelectedOptionIndex() !== -1))) return;
    event.preventDefault();
    combobox.closeDropdown();
    event.currentTarget.form?.requestSubmit();
  };

  /** From the first line up and from the last line down, the arrows go through the earlier commands. */
  const onArrow = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    const { selectionStart, selectionEnd } = event.currentTarget;
    const up = event.key === 'ArrowUp';
    const beyond = up ? value.slice(0, selectionStart) : value.slice(selectionEnd);
    if (event.shiftKey || event.altKey || event.ctrlKey || event.metaKey || beyond.includes('\n')) return;
    const command = history.step(up ? 1 : -1, value);
    if (command === null) return;
    event.preventDefault();
    onChange(command);
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
      <div className="editor-body">
        <div className="editor-back" ref={behind} aria-hidden>
          {/* biome-ignore-start lint/suspicious/noArrayIndexKey: lines and parts have no other name than their place */}
          {linesOf(commandParts(value)).map((parts, line) => (
            <div key={line} className="editor-row">
              <span className="editor-line">{line + 1}</span>
              {parts.map(({ kind, text: part }, index) => (
                <span key={index} data-part={kind}>
                  {part}
                </span>
              ))}
            </div>
          ))}
          {/* biome-ignore-end lint/suspicious/noArrayIndexKey: see above */}
        </div>
        {/* Without suggestions the arrow keys belong to the text. */}
        <Combobox.Target withExpandedAttribute withKeyboardNavigation={offering}>
          <Textarea
            variant="unstyled"
            aria-label={text.command}
            placeholder={EXAMPLE}
            value={value}
            onChange={(event) => {
              onChange(event.currentTarget.value);
              combobox.openDropdown();
            }}
            onBlur={() => combobox.closeDropdown()}
            onKeyDown={onKeyDown}
            onScroll={({ currentTarget: { scrollTop } }) => behind.current?.scrollTo(0, scrollTop)}
            classNames={{ input: 'editor-input' }}
            autosize
            minRows={2}
            maxRows={14}
            spellCheck={false}
            autoCapitalize="off"
            required
          />
        </Combobox.Target>
      </div>
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
