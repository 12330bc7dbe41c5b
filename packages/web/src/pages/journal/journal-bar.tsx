/** Which entries: of one project, with certain words; and the same as a file. */
import { Button, Menu } from '@mantine/core';
import { type JournalFilter, journalExport } from '../../api/journal.ts';
import type { Project } from '../../api/projects.ts';
import { useText } from '../../i18n/language.tsx';
import { Filter } from '../../ui/filter.tsx';
import { FilterBar } from '../../ui/filter-bar.tsx';
import { Icon } from '../../ui/icon.tsx';

interface Props {
  readonly projects: readonly Project[];
  readonly project: number | undefined;
  readonly words: string | undefined;
  readonly onChange: (change: JournalFilter) => void;
}

export function JournalBar({ projects, project, words, onChange }: Props) {
  const { journal: text } = useText();
  return (
    <FilterBar find={text.find} words={words} onWords={(typed) => onChange({ q: typed.trim() || undefined })}>
      <Filter
        label={text.project}
        any={text.anyProject}
        value={project === undefined ? undefined : String(project)}
        onChange={(value) => onChange({ project: value === '' ? undefined : Number(value) })}
        choices={projects.map(({ id, name }) => [String(id), name])}
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
    </FilterBar>
  );
}
