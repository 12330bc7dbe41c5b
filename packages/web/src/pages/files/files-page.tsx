/** The files of a machine: one folder at a time. */
import '../../app/rows.css';
import '../../app/files.css';
import { Alert, Button, NativeSelect, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { folderQuery } from '../../api/files.ts';
import { machinesQuery } from '../../api/machines.ts';
import { useText } from '../../i18n/language.tsx';
import { Form } from '../../ui/form.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { NothingYet } from '../../ui/nothing-yet.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Breadcrumbs } from './breadcrumbs.tsx';
import { FileEditor } from './file-editor.tsx';
import { inside } from './file-path.ts';
import { FolderTable } from './folder-table.tsx';
import { UploadZone } from './upload-zone.tsx';

const route = getRouteApi('/inside/machines/$slug/files');

export function FilesPage() {
  const { files: text } = useText();
  const { slug: machine } = route.useParams();
  const { path = '/', container, open } = route.useSearch();
  const navigate = route.useNavigate();
  const place = { machine, container, path };
  const folder = useQuery(folderQuery(place));
  const containers = useQuery(machinesQuery).data?.find(({ slug }) => slug === machine)?.containers ?? [];
  const go = (to: string, where: string | undefined = container) =>
    void navigate({ search: { path: to, ...(where === undefined ? {} : { container: where }) } });
  const close = (): void =>
    void navigate({ search: ({ open: _, ...rest }) => rest, replace: true, resetScroll: false });
  const submit = (form: FormData): void => {
    const wanted = String(form.get('path') ?? '').trim();
    go(wanted.replace(/(?<=.)\/+$/, ''));
  };
  return (
    <>
      <PageHeader title={text.title(machine)} help={text.why} />
      <div className="files-bar">
        <Breadcrumbs {...place} />
        <Form onSubmit={submit} className="files-path">
          <TextInput
            key={path}
            name="path"
            aria-label={text.path}
            placeholder="/etc"
            defaultValue={path}
            pattern="/.*"
            title={text.pathRule}
            required
            ff="monospace"
            spellCheck={false}
          />
          <Button type="submit" variant="default">
            {text.go}
          </Button>
        </Form>
        {containers.length > 0 && (
          <NativeSelect
            aria-label={text.container}
            value={container ?? ''}
            data={[{ value: '', label: text.host }, ...containers]}
            onChange={({ currentTarget }) => go('/', currentTarget.value || undefined)}
          />
        )}
      </div>
      <UploadZone key={path} place={place}>
        <Loaded query={folder}>
          {({ entries, more }) => (
            <>
              {entries.length === 0 && <NothingYet icon="project" title={text.empty} description={text.emptyWhy} />}
              {entries.length > 0 && <FolderTable place={place} entries={entries} />}
              {more && <Alert mt="md">{text.more(entries.length)}</Alert>}
            </>
          )}
        </Loaded>
      </UploadZone>
      {open !== undefined && (
        <FileEditor
          key={inside(path, open)}
          place={{ ...place, path: inside(path, open) }}
          name={open}
          entry={folder.data?.entries.find(({ name }) => name === open)}
          onClose={close}
        />
      )}
    </>
  );
}
