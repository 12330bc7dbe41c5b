/** Secrets from a `.env` file: its text in, the names that would be stored, and a button that stores them. */

import { Alert, Checkbox, Code, FileInput, Group, Text, Textarea, TextInput } from '@mantine/core';
import { readEnvFile } from '@synapse/contract/env-file';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type DragEvent, useMemo, useState } from 'react';
import { importSecrets, secretsQuery } from '../../api/secrets.ts';
import { useText } from '../../i18n/language.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Icon } from '../../ui/icon.tsx';
import { notifyDone, notifyWarning } from '../../ui/notify.tsx';
import { State } from '../../ui/state.tsx';

/** A file of settings is a few kilobytes. */
const MOST_BYTES = 1024 * 1024;

interface Props {
  /** The names that the vault has. */
  readonly taken: ReadonlySet<string>;
  readonly opened: boolean;
  readonly onClose: () => void;
}

export function ImportEnv({ taken, opened, onClose }: Props) {
  const { secrets: text, ui } = useText();
  const queries = useQueryClient();
  const [content, setContent] = useState('');
  const [folder, setFolder] = useState('');
  const [replace, setReplace] = useState(false);
  const [tooLarge, setTooLarge] = useState(false);
  const { entries, skipped } = useMemo(() => readEnvFile(content), [content]);
  const chosen = entries.filter(({ name }) => replace || !taken.has(name));
  const storing = useMutation({
    mutationFn: () =>
      importSecrets({
        secrets: chosen.map(({ name, value }) => ({ name, value })),
        conflicts: replace ? 'replace' : 'keep',
        ...(folder.trim() === '' ? {} : { folder: folder.trim() }),
      }),
    onSuccess: async ({ created, replaced, weak }) => {
      await queries.invalidateQueries({ queryKey: secretsQuery.queryKey });
      notifyDone(text.imported(created.length + replaced.length));
      if (weak.length > 0) notifyWarning(text.importWeak(weak.join(', ')));
      onClose();
    },
  });
  const take = (text: string): void => {
    // Reading a text and drawing its names takes time, so a large one is not even begun.
    const large = new Blob([text]).size > MOST_BYTES;
    setTooLarge(large);
    setContent(large ? '' : text);
  };
  const read = async (file: File | null | undefined): Promise<void> => {
    if (file == null) return;
    if (file.size <= MOST_BYTES) return take(await file.text());
    setTooLarge(true);
    setContent('');
  };
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    void read(event.dataTransfer.files[0]);
  };
  return (
    <FormDialog
      title={text.import}
      opened={opened}
      onClose={onClose}
      size="lg"
      sending={storing}
      onSubmit={() => chosen.length > 0 && storing.mutate()}
      submit={text.importSubmit(chosen.length)}
      autoComplete="off"
    >
      <Text size="sm" c="dimmed">
        {text.importWhy}
      </Text>
      <Group grow align="flex-start" className="wrap-narrow">
        <FileInput label={text.importFile} placeholder=".env" onChange={(file) => void read(file)} />
        <TextInput
          label={text.folder}
          placeholder={text.folderHint}
          maxLength={100}
          value={folder}
          onChange={(event) => setFolder(event.currentTarget.value)}
        />
      </Group>
      <Textarea
        label={text.importText}
        value={content}
        onChange={(event) => take(event.currentTarget.value)}
        onDrop={drop}
        autosize
        minRows={4}
        maxRows={10}
        spellCheck={false}
        className="veiled"
        classNames={{ input: 'mono' }}
      />
      {tooLarge && (
        <Alert role="alert" color="red" title={ui.problems.large} icon={<Icon name="warning" />}>
          {text.importTooLarge}
        </Alert>
      )}
      {entries.length === 0 ? (
        <Text size="sm" c="dimmed" role="status">
          {text.importNothing}
        </Text>
      ) : (
        <ul className="env-names" aria-label={text.importNames}>
          {entries.map(({ name }) => (
            <li key={name}>
              <Code>{name}</Code>
              <State state={taken.has(name) ? 'wait' : 'ok'}>
                {taken.has(name) ? text.importThere : text.importNew}
              </State>
            </li>
          ))}
        </ul>
      )}
      {skipped.length > 0 && (
        <Text size="sm" c="dimmed">
          {text.importSkipped(skipped.map(({ line }) => line).join(', '))}
        </Text>
      )}
      {entries.some(({ name }) => taken.has(name)) && (
        <Checkbox
          label={text.importReplace}
          checked={replace}
          onChange={(event) => setReplace(event.currentTarget.checked)}
        />
      )}
    </FormDialog>
  );
}
