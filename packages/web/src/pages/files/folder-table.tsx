/** What a folder holds: folders first, then files, by name. */
import { Anchor, Button, Group, Table } from '@mantine/core';
import { FILE_LIMITS } from '@synapse/contract/file-limits';
import { type FolderEntry, fileAddress, type Place } from '../../api/files.ts';
import { useLanguage, useText } from '../../i18n/language.tsx';
import { Icon } from '../../ui/icon.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { Cell, Sheet } from '../../ui/sheet.tsx';
import { inside, sized } from './file-path.ts';

interface Props {
  readonly place: Place;
  readonly entries: readonly FolderEntry[];
  readonly onOpen: (entry: FolderEntry) => void;
}

const rank = ({ kind }: FolderEntry): number => (kind === 'folder' ? 0 : 1);

export function FolderTable({ place, entries, onOpen }: Props) {
  const { files: text } = useText();
  const { language } = useLanguage();
  const order = new Intl.Collator(language, { numeric: true });
  const sorted = entries.toSorted((one, other) => rank(one) - rank(other) || order.compare(one.name, other.name));
  return (
    <Sheet
      columns={[
        { label: text.name },
        { label: text.size, number: true },
        { label: text.changed },
        { label: text.actions },
      ]}
    >
      {sorted.map((entry) => (
        <Table.Tr key={entry.name}>
          <Cell>
            <Group gap="xs" wrap="nowrap">
              <Icon name={entry.kind === 'folder' ? 'project' : entry.kind === 'link' ? 'external' : 'journal'} />
              {entry.kind === 'folder' || entry.kind === 'link' ? (
                <Anchor component="button" type="button" onClick={() => onOpen(entry)} className="break">
                  {entry.name}
                </Anchor>
              ) : (
                <span className="break">{entry.name}</span>
              )}
            </Group>
          </Cell>
          <Cell label={text.size} number>
            {entry.size === null ? '–' : sized(entry.size, language)}
          </Cell>
          <Cell label={text.changed}>{entry.modified_at === null ? '–' : <RelativeTime at={entry.modified_at} />}</Cell>
          <Cell label={text.actions}>
            {entry.kind === 'file' && <FileActions place={place} entry={entry} onOpen={onOpen} />}
          </Cell>
        </Table.Tr>
      ))}
    </Sheet>
  );
}

function FileActions({ place, entry, onOpen }: Omit<Props, 'entries'> & { readonly entry: FolderEntry }) {
  const { files: text } = useText();
  const { name, size } = entry;
  return (
    <Group gap="xs" wrap="nowrap">
      <Button
        size="xs"
        variant="default"
        disabled={size !== null && size > FILE_LIMITS.bytes}
        aria-label={text.editOf(name)}
        onClick={() => onOpen(entry)}
      >
        {text.edit}
      </Button>
      <Button
        component="a"
        size="xs"
        variant="default"
        href={fileAddress({ ...place, path: inside(place.path, name) })}
        download={name}
        aria-label={text.downloadOf(name)}
      >
        <Icon name="download" size={14} />
      </Button>
    </Group>
  );
}
