/** Invites one person: a role, then a link that works once and is shown once. */
import { Button, Code, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { createInvitation, invitationsQuery } from '../../api/crews.ts';
import { useText } from '../../i18n/language.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { RoleFields, roleOf } from './role-fields.tsx';

export function InviteDialog({ crew, onClose }: { readonly crew: string; readonly onClose: () => void }) {
  const { crews: text } = useText();
  const queries = useQueryClient();
  const inviting = useMutation({
    mutationFn: (form: FormData) => createInvitation(crew, roleOf(form)),
    onSuccess: () => queries.invalidateQueries(invitationsQuery(crew)),
  });
  const made = inviting.data;
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={text.invite}
      sending={inviting}
      onSubmit={(form) => inviting.mutate(form)}
      submit={text.inviteDo}
      instead={
        made === undefined ? undefined : (
          <Stack>
            <Text size="sm">
              {text.inviteOnce} {text.inviteWhy}
            </Text>
            <Code
              block
              tabIndex={0}
              role="region"
              aria-label={text.inviteLink}
              className="break"
              data-testid="invitation"
            >
              {made.url}
            </Code>
            <Text size="xs" c="dimmed">
              {text.expires} <RelativeTime at={made.expires_at} />
            </Text>
            <Group justify="flex-end">
              <CopyButton value={made.url} label={text.copyLink} icon="link" />
              <Button size="xs" onClick={onClose}>
                {text.inviteDone}
              </Button>
            </Group>
          </Stack>
        )
      }
    >
      <Text size="sm" c="dimmed">
        {text.inviteWhy}
      </Text>
      <RoleFields chosen="operator" />
    </FormDialog>
  );
}
