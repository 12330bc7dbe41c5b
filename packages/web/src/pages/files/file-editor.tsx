/** One text file: read, changed, and saved only after its changes were shown. */
import { Alert, Button, Group, Textarea } from '@mantine/core';
import { fileDiff } from '@synapse/contract/file-diff';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type OpenText, openText, type Place, saveText } from '../../api/files.ts';
import { useText } from '../../i18n/language.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DiffView } from '../../ui/diff-view.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { notifyDone } from '../../ui/notify.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { lineEndsOf, withLineEnds } from './line-ends.ts';

interface Props {
  readonly place: Place;
  readonly name: string;
  readonly onClose: () => void;
}

export function FileEditor({ place, name, onClose }: Props) {
  const { files: text } = useText();
  const file = useQuery({
    queryKey: ['file', place.machine, place.container ?? null, place.path],
    queryFn: () => openText(place),
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  return (
    <Dialog opened onClose={onClose} title={name} size="xl">
      <Loaded query={file}>
        {(opened) =>
          opened === null ? (
            <Alert>{text.notText}</Alert>
          ) : (
            <Editing key={opened.etag} place={place} name={name} opened={opened} onClose={onClose} />
          )
        }
      </Loaded>
    </Dialog>
  );
}

function Editing({ place, name, opened, onClose }: Props & { readonly opened: OpenText }) {
  const { files: text } = useText();
  // A browser's text field knows one kind of line end only.
  const ends = lineEndsOf(opened.text);
  const before = opened.text.replaceAll('\r\n', '\n');
  const [typed, setTyped] = useState(before);
  const [reviewing, setReviewing] = useState(false);
  const saving = useMutation({
    mutationFn: () => saveText(place, withLineEnds(typed, ends), opened.etag),
    onSuccess: ({ status }) => {
      notifyDone(status === 'pending' ? text.pending(name) : text.saved(name));
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
      <Textarea
        aria-label={text.content(name)}
        value={typed}
        readOnly={ends === 'mixed'}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        ff="monospace"
        spellCheck={false}
        rows={20}
        data-autofocus
      />
      <Group justify="flex-end" mt="md">
        <Button disabled={typed === before} onClick={() => setReviewing(true)}>
          {typed === before ? text.unchanged : text.review}
        </Button>
      </Group>
    </>
  );
}
