/** The command palette: every place and action of the page by a few letters (Ctrl or ⌘ and K). */
import { Modal, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import {
  Fragment,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { useText } from '../i18n/language.tsx';
import { Icon } from '../ui/icon.tsx';
import { type Command, matching, useCommands } from './palette-commands.ts';
import { useFound, useRunIt } from './palette-found.ts';

interface Props {
  readonly opened: boolean;
  /** Typed before it was there. */
  readonly early: RefObject<string>;
  readonly onClose: () => void;
  readonly onHelp: () => void;
}

export function Palette({ opened, early, onClose, onHelp }: Props) {
  const { shell } = useText();
  return (
    <Modal.Root opened={opened} onClose={onClose} size="lg" yOffset="12vh" centered={false}>
      <Modal.Overlay />
      <Modal.Content aria-label={shell.palette}>
        <PaletteBody early={early} onClose={onClose} onHelp={onHelp} />
      </Modal.Content>
    </Modal.Root>
  );
}

function PaletteBody({ early, onClose, onHelp }: Omit<Props, 'opened'>) {
  const { shell } = useText();
  const [wanted, setWanted] = useState(early.current);
  const field = useRef<HTMLInputElement>(null);
  // At once, with what is typed next: the dialog would wait until it is in sight.
  useLayoutEffect(() => field.current?.focus(), []);
  const [chosen, setChosen] = useState(0);
  const listId = useId();
  // A search on the service waits until the typing pauses.
  const [rested] = useDebouncedValue(wanted, 200);
  const found = useFound(rested);
  const runIt = useRunIt(wanted);
  const commands = bySort([
    ...matching(useCommands(onHelp, wanted !== ''), wanted),
    ...(wanted === '' ? [] : [...found, ...runIt]),
  ]);
  useEffect(() => {
    document.getElementById(`${listId}-${chosen}`)?.scrollIntoView({ block: 'nearest' });
  }, [chosen, listId]);
  const run = (command: Command | undefined): void => {
    if (command === undefined) return;
    onClose();
    command.run();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && commands.length > 0) {
      event.preventDefault();
      setChosen((chosen + step + commands.length) % commands.length);
    }
    if (event.key === 'Enter') {
      event.preventDefault();
      run(commands[chosen]);
    }
  };
  return (
    <>
      <TextInput
        ref={field}
        data-autofocus
        size="md"
        value={wanted}
        onChange={(event) => {
          setWanted(event.currentTarget.value);
          setChosen(0);
        }}
        onKeyDown={onKeyDown}
        placeholder={shell.palettePlaceholder}
        leftSection={<Icon name="search" />}
        role="combobox"
        aria-label={shell.palette}
        aria-expanded
        aria-controls={listId}
        aria-activedescendant={commands[chosen] === undefined ? undefined : `${listId}-${chosen}`}
        className="palette-input"
      />
      <div role="listbox" id={listId} aria-label={shell.palette} className="palette-list">
        {commands.map((command, index) => (
          <Fragment key={command.id}>
            {command.sort !== commands[index - 1]?.sort && (
              <div role="presentation" className="palette-sort">
                {command.sort}
              </div>
            )}
            <div
              id={`${listId}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === chosen}
              className="palette-option"
              onMouseMove={() => setChosen(index)}
              onClick={() => run(command)}
              onKeyDown={onKeyDown}
            >
              <Icon name={command.icon} />
              <Text span size="sm" className="one-line grow">
                {command.label}
              </Text>
              <span className="visually-hidden">{command.sort}</span>
            </div>
          </Fragment>
        ))}
      </div>
      {commands.length === 0 && (
        <Text p="md" c="dimmed" role="status">
          {shell.paletteNothing}
        </Text>
      )}
    </>
  );
}

/** Of one kind together, in the order in which the kinds first come. */
const bySort = (commands: readonly Command[]): readonly Command[] =>
  [...Map.groupBy(commands, ({ sort }) => sort).values()].flat();
