/** Which entries: of one project, with certain words; and the same as a file. */
import { Button, Group, Menu, NativeSelect, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { type JournalFilter, journalExport } from '../../api/journal.ts';
import type { Project } from '../../api/projects.ts';
import { useText } from '../../i18n/language.tsx';
import { Icon } from '../../ui/icon.tsx';

const TYPING_MS = 250;

interface Props {
  readonly projects: readonly Project[];
  readonly project: number | undefined;
  readonly words: string | undefined;
  readonly onChange: (change: JournalFilter) => void;
}

export function JournalBar({ projects, project, words, onChange }: Props) {
  const { journal: text } = useText();
  const find = useDebouncedCallback((typed: string) => onChange({ q: typed.trim() || undefined }), TYPING_MS);
  return (
    <Group mb="md" gap="xs" align="flex-end">
      <TextInput
        className="filter-words"
        aria-label={text.find}
        placeholder={text.find}
        defaultValue={words ?? ''}
        maxLength={200}
        leftSection={<Icon name="search" />}
        data-search
        onChange={(event) => find(event.currentTarget.value)}
      />
      <NativeSelect
        aria-label={text.project}
        value={String(project ?? '')}
        onChange={({ currentTarget: { value } }) => onChange({ project: value === '' ? undefined : Number(value) })}
        data={[
          { value: '', label: text.anyProject },
          ...projects.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
      />
      <Menu position="bottom-end">
        <Menu.Target>
          <Button variant="default" leftSection={<Icon name="download" />} className="push-end">
            {text.export}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {(['md', 'json'] as const).map((format) => (
            <Menu.Item key={format} component="a" href={journalExport({ project, q: words }, format)} download>
              {text.formats[format]}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </Group>
  );
}
