/** A new passkey: its name, then the browser asks for the fingerprint, the face or the key. */
import { Alert, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { addPasskey, factorsQuery, NoPasskey } from '../../api/factors.ts';
import { useText } from '../../i18n/language.tsx';
import { AddButton } from '../../ui/add-button.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { notifyDone } from '../../ui/notify.tsx';

export function AddPasskey() {
  const { security: text } = useText();
  const queries = useQueryClient();
  const [opened, { open, close }] = useDisclosure(false);
  const adding = useMutation({
    mutationFn: (form: FormData) => addPasskey(String(form.get('name'))),
    onSuccess: async ({ name }) => {
      await queries.invalidateQueries(factorsQuery);
      close();
      notifyDone(text.passkeyAdded(name));
    },
  });
  const none = adding.error instanceof NoPasskey;
  return (
    <>
      <AddButton label={text.addPasskey} onClick={open} />
      <FormDialog
        title={text.addPasskey}
        opened={opened}
        onClose={close}
        sending={none ? { ...adding, error: null } : adding}
        onSubmit={adding.mutate}
        submit={text.create}
      >
        <TextInput
          name="name"
          label={text.passkeyName}
          description={text.passkeyNameHint}
          required
          maxLength={60}
          autoComplete="off"
          data-autofocus
        />
        {none && (
          <Alert role="alert" color="yellow">
            {text.cancelled}
          </Alert>
        )}
      </FormDialog>
    </>
  );
}
