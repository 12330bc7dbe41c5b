/** Leaves a connection less than it has: some of its scopes, some of its machines. */
import { Button, Checkbox, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { SCOPES } from '@synapse/contract/scopes';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ClientConnection, connectionsQuery, narrowConnection } from '../../api/connections.ts';
import { machinesQuery } from '../../api/machines.ts';
import { useText } from '../../i18n/language.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { notifyDone } from '../../ui/notify.tsx';

export function NarrowConnection({ connection }: { readonly connection: ClientConnection }) {
  const { access, consent: text } = useText();
  const queries = useQueryClient();
  const [opened, { open, close }] = useDisclosure(false);
  const machines = useQuery({ ...machinesQuery, enabled: opened });
  const { id, client_host } = connection;
  // A client that may run commands can be limited to looking.
  const has = (scope: (typeof SCOPES)[number]): boolean =>
    connection.scopes.includes(scope) || (scope === 'mcp:look' && connection.scopes.includes('mcp:synapse'));
  const slugs = connection.machines ?? machines.data?.map(({ slug }) => slug) ?? [];
  const narrowing = useMutation({
    mutationFn: (form: FormData) => {
      const kept = form.getAll('machine').map(String);
      const all = connection.machines === null && kept.length === slugs.length;
      return narrowConnection(id, {
        scopes: SCOPES.filter((scope) => form.getAll('scope').includes(scope)),
        ...(all ? {} : { machines: kept }),
      });
    },
    onSuccess: async () => {
      await queries.invalidateQueries(connectionsQuery);
      close();
      notifyDone(text.narrowed(client_host));
    },
  });
  return (
    <>
      <Button size="xs" variant="default" onClick={open} aria-label={text.narrowOf(client_host)}>
        {text.narrow}
      </Button>
      <FormDialog
        opened={opened}
        onClose={close}
        title={text.narrowOf(client_host)}
        sending={narrowing}
        onSubmit={(form) => narrowing.mutate(form)}
        submit={text.narrow}
      >
        <Stack gap="xs" role="group" aria-label={text.scopes}>
          {SCOPES.filter(has).map((scope) => (
            <Checkbox
              key={scope}
              name="scope"
              value={scope}
              defaultChecked={connection.scopes.includes(scope)}
              label={scope}
              description={access.unlocks[scope]}
            />
          ))}
        </Stack>
        <Stack gap="xs" role="group" aria-label={text.machines}>
          {slugs.map((slug) => (
            <Checkbox key={slug} name="machine" value={slug} defaultChecked label={slug} />
          ))}
        </Stack>
      </FormDialog>
    </>
  );
}
