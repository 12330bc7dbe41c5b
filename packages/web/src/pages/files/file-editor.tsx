/** One text file: read, changed, and saved only after its changes were shown. */
import { Alert, Button, Group } from '@mantine/core';
import { fileDiff } from '@synapse/contract/file-diff';
import { FILE_LIMITS } from '@synapse/contract/file-limits';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type FolderEntry, fileAddress, type OpenText, openText, type Place, saveText } from '../../api/files.ts';
import { CodeField } from '../../code/code-field.tsx';
import { modeOf } from '../../code/modes.ts';
import { useText } from '../../i18n/language.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DiffView } from '../../ui/diff-view.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { notifyDone } from '../../ui/notify.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { FullTime } from '../../ui/relative-time.tsx';
import { lineEndsOf, withLineEnds } from './line-ends.ts';
import { permissionsOf } from './permissions.ts';

interface Props {
  readonly place: Place;
  readonly name: string;
  /** What its folder says of it, once that is known. */
  readonly entry: FolderEntry | undefined;
  readonly onClose: () => void;
}

export function FileEditor({ place, name, entry, onClose }: Props) {
  const { files: text } = useText();
  const [changed, setChanged] = useState(false);
  const [leaving, setLeaving] = useState(false);
  const file = useQuery({
    queryKey: ['file', place.machine, place.container ?? null, place.path],
    queryFn: () => openText(place),
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  return (
    <>
      <Dialog opened onClose={() => (changed ? setLeaving(true) : onClose())} title={name} size="64rem">
        <FileFacts place={place} name={name} entry={entry} />
        <Loaded query={file}>
          {(opened) =>
            opened === null ? (
              <p className="file-closed">
                {(entry?.size ?? 0) > FILE_LIMITS.bytes ? text.tooLarge(FILE_LIMITS.bytes) : text.notText}
              </p>
            ) : (
              <Editing
                key={opened.etag}
                place={place}
                name={name}
                opened={opened}
                onChanged={setChanged}
                onClose={onClose}
              />
            )
          }
        </Loaded>
      </Dialog>
      <ConfirmDialog
        opened={leaving}
        onClose={() => setLeaving(false)}
        question={text.leave(name)}
        consequence={text.leaveWhy}
        confirm={text.leaveConfirm}
        onConfirm={async () => onClose()}
      />
    </>
  );
}

function FileFacts({ place, name, entry }: Pick<Props, 'place' | 'name' | 'entry'>) {
  const { files: text, run } = useText();
  const { size = null, modified_at = null, mode = null, owner = null } = entry ?? {};
  return (
    <Group justify="space-between" mb="sm" gap="xs">
      <div className="file-facts">
        {size !== null && <span>{run.bytes(size)}</span>}
        {mode !== null && <code>{permissionsOf(mode)}</code>}
        {owner !== null && <span>{owner}</span>}
        {modified_at !== null && <FullTime at={modified_at} />}
      </div>
      <Button
        component="a"
        variant="default"
        size="xs"
        href={fileAddress(place)}
        download={name}
        leftSection={<Icon name="download" size={14} />}
      >
        {text.download}
      </Button>
    </Group>
  );
}

interface EditingProps extends Pick<Props, 'place' | 'name' | 'onClose'> {
  readonly opened: OpenText;
  readonly onChanged: (changed: boolean) => void;
}

function Editing({ place, name, opened, onChanged, onClose }: EditingProps) {
  const { files: text } = useText();
  const queries = useQueryClient();
  // The editor knows one kind of line end only.
  const ends = lineEndsOf(opened.text);
  const before = opened.text.replaceAll('\r\n', '\n');
  const [typed, setTyped] = useState(before);
  const [reviewing, setReviewing] = useState(false);
  const saving = useMutation({
    mutationFn: () => saveText(place, withLineEnds(typed, ends), opened.etag),
    onSuccess: ({ status }) => {
      notifyDone(status === 'pending' ? text.pending(name) : text.saved(name));
      void queries.invalidateQueries({ queryKey: ['folder', place.machine] });
      onClose();
    },
  });
  if (reviewing)
    return (
      <>
        <DiffView label={text.diff} diff={fileDiff(before, typed, name)} />
        <ProblemNotice error={saving.error} />
        <Group justify="flex-end" mt="md">
          <Button variant="default" onClick={() => setReviewing(false)}>
            {text.back}
          </Button>
          <Button loading={saving.isPending} onClick={() => saving.mutate()}>
            {text.save}
          </Button>
        </Group>
      </>
    );
  return (
    <>
      {ends === 'mixed' && <Alert mb="md">{text.mixed}</Alert>}
      <CodeField
        label={text.content(name)}
        value={typed}
        readOnly={ends === 'mixed'}
        mode={modeOf(name)}
        onChange={(value) => {
          setTyped(value);
          onChanged(value !== before);
        }}
      />
      <Group justify="flex-end" mt="md">
        <Button disabled={typed === before} onClick={() => setReviewing(true)}>
          {typed === before ? text.unchanged : text.review}
        </Button>
      </Group>
    </>
  );
}
