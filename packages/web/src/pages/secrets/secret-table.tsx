/** The secrets as a dense list, folder by folder. Those that are marked are moved together. */
import { Button, Checkbox } from '@mantine/core';
import { useDisclosure, useLocalStorage } from '@mantine/hooks';
import { Fragment, useState } from 'react';
import type { UsedSecret } from '../../api/secrets.ts';
import { useText } from '../../i18n/language.tsx';
import { Icon } from '../../ui/icon.tsx';
import { LinkButton } from '../../ui/links.tsx';
import { MarkedBar } from '../../ui/marked-bar.tsx';
import { NothingYet } from '../../ui/nothing-yet.tsx';
import { useNow } from '../../ui/relative-time.tsx';
import { useMay } from '../../ui/use-crew.ts';
import { byFolder } from './by-folder.ts';
import { MoveSecrets } from './move-secrets.tsx';
import type { SecretSearch } from './secret-address.ts';
import { SecretRow } from './secret-row.tsx';

interface Props {
  readonly secrets: readonly UsedSecret[];
  readonly folders: readonly string[];
  readonly search: SecretSearch;
  readonly chosen: string | undefined;
  readonly beside: boolean;
}

export function SecretTable({ secrets, folders, search, chosen, beside }: Props) {
  const { secrets: text } = useText();
  const [folded, setFolded] = useLocalStorage<readonly string[]>({
    key: 'synapse-folded-secrets',
    defaultValue: [],
    getInitialValueInEffect: false,
  });
  const [marked, setMarked] = useState<ReadonlySet<string>>(new Set());
  const now = useNow(10_000);
  const mayMove = useMay('write-secrets');
  // What is not in sight is not moved.
  const shown = secrets.filter(({ name }) => marked.has(name)).map(({ name }) => name);
  const narrowed = search.q !== undefined || search.kind !== undefined;
  if (secrets.length === 0) {
    return (
      <NothingYet
        icon="secret"
        title={text.noneLeft}
        description={text.noneLeftWhy}
        action={
          <LinkButton to="/secrets" search={{}} variant="default">
            {text.clear}
          </LinkButton>
        }
      />
    );
  }
  const mark = (names: readonly string[], on: boolean): void => {
    const others = [...marked].filter((name) => !names.includes(name));
    setMarked(new Set(on ? [...others, ...names] : others));
  };
  return (
    <div className="row-frame">
      {shown.length > 0 && <MoveMarked names={shown} folders={folders} onDone={() => setMarked(new Set())} />}
      <div className="row-columns secret-grid" aria-hidden>
        <span className="secret-mark-box" />
        <span>{text.name}</span>
        <span className="secret-bound">{text.bound}</span>
        <span className="secret-users">{text.usedBy}</span>
        <span className="secret-when secret-used">{text.lastUsed}</span>
        <span className="secret-when secret-changed">{text.updated}</span>
        <span />
      </div>
      {byFolder(secrets).map(({ folder, secrets: inside }, _, all) => {
        const name = folder ?? text.noFolder;
        const open = narrowed || !folded.includes(folder ?? '');
        const toggle = (): void =>
          setFolded(open ? [...folded, folder ?? ''] : folded.filter((each) => each !== (folder ?? '')));
        return (
          <Fragment key={folder ?? ''}>
            {(folder !== null || all.length > 1) && (
              <FolderHead
                name={name}
                count={inside.length}
                open={open}
                {...(narrowed ? {} : { onToggle: toggle })}
                all={inside.every((secret) => marked.has(secret.name))}
                onMark={
                  mayMove
                    ? (on) =>
                        mark(
                          inside.map((secret) => secret.name),
                          on,
                        )
                    : undefined
                }
              />
            )}
            {open && (
              <ul className="row-list" aria-label={name}>
                {inside.map((secret) => (
                  <SecretRow
                    key={secret.name}
                    secret={secret}
                    folders={folders}
                    search={search}
                    chosen={secret.name === chosen}
                    beside={beside}
                    marked={marked.has(secret.name)}
                    now={now}
                    onMark={mayMove ? (on) => mark([secret.name], on) : undefined}
                  />
                ))}
              </ul>
            )}
          </Fragment>
        );
      })}
    </div>
  );
}

interface HeadProps {
  readonly name: string;
  readonly count: number;
  readonly open: boolean;
  /** Missing while a search shows what it finds, wherever it is. */
  readonly onToggle?: () => void;
  readonly all: boolean;
  /** Missing where this person may not move secrets. */
  readonly onMark: ((on: boolean) => void) | undefined;
}

function FolderHead({ name, count, open, onToggle, all, onMark }: HeadProps) {
  const { secrets: text } = useText();
  return (
    <div className="folder-head">
      <span className="secret-mark-box">
        {onMark !== undefined && (
          <Checkbox
            size="xs"
            aria-label={text.markFolder(name)}
            checked={all}
            onChange={(event) => onMark(event.currentTarget.checked)}
          />
        )}
      </span>
      {onToggle === undefined ? (
        <span className="folder-fold">
          <Icon name="project" size={13} /> {name}
        </span>
      ) : (
        <button type="button" className="folder-fold" aria-expanded={open} onClick={onToggle}>
          <Icon name="open" size={13} />
          {name}
        </button>
      )}
      <span className="folder-count">{count}</span>
    </div>
  );
}

interface MoveProps {
  readonly names: readonly string[];
  readonly folders: readonly string[];
  readonly onDone: () => void;
}

function MoveMarked({ names, folders, onDone }: MoveProps) {
  const { secrets: text } = useText();
  const [moving, { open, close }] = useDisclosure(false);
  return (
    <MarkedBar label={text.marked(names.length)} onDone={onDone}>
      <Button size="xs" variant="default" onClick={open} leftSection={<Icon name="project" size={14} />}>
        {text.move}
      </Button>
      {moving && <MoveSecrets names={names} folders={folders} onClose={close} onMoved={onDone} />}
    </MarkedBar>
  );
}
