/** The small buttons over an output: wrap, times, search, copy, download. */
import { ActionIcon, TextInput, Tooltip } from '@mantine/core';
import type { KeyboardEvent } from 'react';
import { useText } from '../i18n/language.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { Icon, type IconName } from '../ui/icon.tsx';
import type { Lines } from './line-store.ts';
import type { OutputSearch } from './use-output-search.ts';

export interface View {
  readonly wrap: boolean;
  readonly times: boolean;
}

/** Both streams as one text, or each by itself. */
export interface Together {
  readonly on: boolean;
  readonly onChange: (on: boolean) => void;
}

interface Props {
  readonly store: Lines;
  readonly name: string;
  readonly view: View;
  readonly onView: (view: View) => void;
  readonly search: OutputSearch;
  readonly together?: Together | undefined;
}

export function OutputTools({ store, name, view, onView, search, together }: Props) {
  const { output: text } = useText();
  const left = store.left === 0 ? undefined : text.copiedPart(store.left);
  return (
    <div className="output-tools">
      {search.open && <SearchField search={search} />}
      <Tool icon="search" label={text.find} on={search.open} onClick={() => search.setOpen(!search.open)} />
      {together !== undefined && (
        <Tool icon="together" label={text.together} on={together.on} onClick={() => together.onChange(!together.on)} />
      )}
      <Tool icon="wrap" label={text.wrap} on={view.wrap} onClick={() => onView({ ...view, wrap: !view.wrap })} />
      {store.timed && (
        <Tool icon="clock" label={text.times} on={view.times} onClick={() => onView({ ...view, times: !view.times })} />
      )}
      <Tool
        icon="download"
        label={left === undefined ? text.download : text.downloadPart(store.left)}
        onClick={() => save(store, name, store.left === 0 ? '' : `[${text.notShown(store.left)}]\n`)}
      />
      <CopyButton value={() => store.text()} done={left} />
    </div>
  );
}

interface ToolProps {
  readonly icon: IconName;
  readonly label: string;
  readonly on?: boolean;
  readonly onClick: () => void;
}

function Tool({ icon, label, on, onClick }: ToolProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={label}
        aria-pressed={on}
        data-on={on === true ? true : undefined}
        className="tool"
        onClick={onClick}
      >
        <Icon name={icon} />
      </ActionIcon>
    </Tooltip>
  );
}

function SearchField({ search }: { readonly search: OutputSearch }) {
  const { output: text } = useText();
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter') {
      event.preventDefault();
      search.step(event.shiftKey ? -1 : 1);
    }
    if (event.key === 'Escape') {
      event.stopPropagation();
      search.setOpen(false);
    }
  };
  const count = search.found.length;
  return (
    <TextInput
      className="output-search"
      aria-label={text.find}
      placeholder={text.find}
      maxLength={200}
      autoFocus
      spellCheck={false}
      onChange={(event) => search.setWanted(event.currentTarget.value)}
      onKeyDown={onKeyDown}
      rightSectionWidth={86}
      rightSectionPointerEvents="none"
      rightSection={
        <span className="output-found-count" role="status">
          {search.wanted === '' ? '' : text.foundAt(count === 0 ? 0 : search.at + 1, count, search.more)}
        </span>
      }
    />
  );
}

/** As a file. What is missing in it is said at its end. */
function save(store: Lines, name: string, note: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([store.text(), '\n', note]));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
