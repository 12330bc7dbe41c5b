/** The files of a machine: one folder at a time. */
import { Alert, Button, Group, NativeSelect, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { type FolderEntry, folderQuery } from '../../api/files.ts';
import { machinesQuery } from '../../api/machines.ts';
import { useText } from '../../i18n/language.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { NothingYet } from '../../ui/nothing-yet.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { FileEditor } from './file-editor.tsx';
import { inside, parentOf } from './file-path.ts';
import { FolderTable } from './folder-table.tsx';
import { UploadZone } from './upload-zone.tsx';

const route = getRouteApi('/inside/machines/$slug/files');

export function FilesPage() {
  const { files: text } = useText();
  const { slug: machine } = route.useParams();
  const { path = '/', container } = route.useSearch();
  const navigate = route.useNavigate();
  const place = { machine, container, path };
  const folder = useQuery(folderQuery(place));
  const containers = useQuery(machinesQuery).data?.find(({ slug }) => slug === machine)?.containers ?? [];
  const [opened, setOpened] = useState<FolderEntry | null>(null);
  const go = (to: string, where: string | undefined = container) =>
    void navigate({ search: { path: to, ...(where === undefined ? {} : { container: where }) } });
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const wanted = String(new FormData(event.currentTarget).get('path') ?? '').trim();
    if (wanted.startsWith('/')) go(wanted.replace(/(?<=.)\/+$/, ''));
  };
  const open = (entry: FolderEntry): void => {
    if (entry.kind === 'file') setOpened(entry);
    else go(inside(path, entry.name));
  };
  return (
    <>
      <PageHeader title={text.title(machine)} help={text.why} />
      <Group mb="md" align="flex-end" gap="xs">
        <form onSubmit={submit} className="files-path">
          <TextInput key={path} name="path" label={text.path} defaultValue={path} ff="monospace" spellCheck={false} />
          <Button type="submit" variant="default">
            {text.go}
          </Button>
          <Button variant="default" disabled={path === '/'} onClick={() => go(parentOf(path))}>
            {text.up}
          </Button>
        </form>
        {containers.length > 0 && (
          <NativeSelect
            label={text.container}
            value={container ?? ''}
            data={[{ value: '', label: text.host }, ...containers]}
            onChange={({ currentTarget }) => go('/', currentTarget.value || undefined)}
          />
        )}
      </Group>
      <UploadZone key={path} place={place}>
        <Loaded query={folder}>
          {({ entries, more }) => (
            <>
              {entries.length === 0 && <NothingYet icon="project" title={text.empty} description={text.emptyWhy} />}
              {entries.length > 0 && <FolderTable place={place} entries={entries} onOpen={open} />}
              {more && <Alert mt="md">{text.more(entries.length)}</Alert>}
            </>
          )}
        </Loaded>
      </UploadZone>
      {opened !== null && (
        <FileEditor
          key={opened.name}
          place={{ ...place, path: inside(path, opened.name) }}
          name={opened.name}
          onClose={() => setOpened(null)}
        />
      )}
    </>
  );
}
