/** Around a folder: files that are dropped here, or chosen, are sent into it. */
import { Alert, Button, FileButton, Group, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type DragEvent, type ReactNode, useState } from 'react';
import { folderQuery, type Place, uploadFile } from '../../api/files.ts';
import { Problem } from '../../api/problem.ts';
import { useText } from '../../i18n/language.tsx';
import { notifyDone } from '../../ui/notify.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { inside } from './file-path.ts';

export function UploadZone({ place, children }: { readonly place: Place; readonly children: ReactNode }) {
  const { files: text } = useText();
  const queries = useQueryClient();
  const [over, setOver] = useState(false);
  const [current, setCurrent] = useState('');
  const [existing, setExisting] = useState<readonly File[]>([]);
  const sending = useMutation({
    mutationFn: async ({ list, replace }: { list: readonly File[]; replace: boolean }) => {
      setExisting([]);
      const there: File[] = [];
      for (const file of list) {
        setCurrent(file.name);
        try {
          const { status } = await uploadFile({ ...place, path: inside(place.path, file.name) }, file, replace);
          notifyDone(status === 'pending' ? text.pending(file.name) : text.uploaded(file.name));
        } catch (error) {
          if (!(error instanceof Problem) || error.code !== 'file_changed') throw error;
          there.push(file);
        }
      }
      setExisting(there);
    },
    onSettled: () => queries.invalidateQueries({ queryKey: folderQuery(place).queryKey }),
  });
  const send = (list: readonly File[], replace = false): void => {
    if (list.length > 0) sending.mutate({ list, replace });
  };
  const onDrop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    send([...event.dataTransfer.files]);
  };
  return (
    <section
      aria-label={text.drop}
      className={over ? 'drop-zone drop-over' : 'drop-zone'}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
    >
      <Group justify="space-between" mb="sm">
        <Text
          size="sm"
          c="dimmed"
          role="status"
          className="drop-words"
          data-idle={sending.isPending ? undefined : true}
        >
          {sending.isPending ? text.uploading(current) : text.drop}
        </Text>
        <FileButton multiple onChange={(list) => send(list)}>
          {(props) => (
            <Button {...props} size="xs" loading={sending.isPending}>
              {text.upload}
            </Button>
          )}
        </FileButton>
      </Group>
      <ProblemNotice error={sending.error} />
      {existing.map((file) => (
        <Alert key={file.name} mb="sm" color="orange">
          <Group justify="space-between">
            {text.exists(file.name)}
            <Button size="xs" color="orange" onClick={() => send([file], true)}>
              {text.replace}
            </Button>
          </Group>
        </Alert>
      ))}
      {children}
    </section>
  );
}
