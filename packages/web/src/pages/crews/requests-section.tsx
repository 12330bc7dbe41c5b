/** Requests for a higher role for a few hours: asking, and answering. */
import { NumberInput, Text, Textarea } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { RequestedRole } from '@synapse/contract';
import { isAtLeast } from '@synapse/contract/crew-roles';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { askForRole, type Crew, REQUEST_HOURS, requestsQuery } from '../../api/crews.ts';
import { useText } from '../../i18n/language.tsx';
import { AddButton } from '../../ui/add-button.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { notifyDone } from '../../ui/notify.tsx';
import { Section } from '../../ui/section.tsx';
import { RequestRow } from './request-row.tsx';
import { RoleFields } from './role-fields.tsx';

/** `owner` cannot be requested. */
const ON_REQUEST: readonly RequestedRole[] = ['operator', 'keeper'];

export function RequestsSection({ crew }: { readonly crew: Crew }) {
  const { crews: text } = useText();
  const requests = useQuery(requestsQuery(crew.slug));
  const [asking, { open, close }] = useDisclosure(false);
  const higher = ON_REQUEST.filter((role) => !isAtLeast(crew.role, role));
  return (
    <Section
      title={text.requests}
      description={text.requestsWhy}
      actions={higher.length > 0 && <AddButton label={text.ask} onClick={open} />}
    >
      <Loaded query={requests}>
        {(list) => (
          <ul className="people">
            {list.length === 0 && (
              <Text component="li" size="sm" c="dimmed">
                {text.noRequests}
              </Text>
            )}
            {list.map((request) => (
              <RequestRow key={request.id} crew={crew} request={request} />
            ))}
          </ul>
        )}
      </Loaded>
      {asking && <AskForRole crew={crew.slug} roles={higher} onClose={close} />}
    </Section>
  );
}

interface AskProps {
  readonly crew: string;
  readonly roles: readonly RequestedRole[];
  readonly onClose: () => void;
}

function AskForRole({ crew, roles, onClose }: AskProps) {
  const { crews: text } = useText();
  const queries = useQueryClient();
  const asking = useMutation({
    mutationFn: (form: FormData) =>
      askForRole(crew, {
        role: form.get('role') as RequestedRole,
        hours: Number(form.get('hours')),
        reason: String(form.get('reason')),
      }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['crews'] });
      notifyDone(text.asked);
      onClose();
    },
  });
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={text.ask}
      sending={asking}
      onSubmit={(form) => asking.mutate(form)}
      submit={text.askDo}
    >
      <Text size="sm" c="dimmed">
        {text.askWhy}
      </Text>
      <RoleFields chosen={roles[0] ?? 'operator'} roles={roles} withEnd={false} />
      <NumberInput
        name="hours"
        label={text.askHours}
        defaultValue={1}
        {...REQUEST_HOURS}
        allowDecimal={false}
        clampBehavior="none"
        required
      />
      <Textarea name="reason" label={text.askReason} required maxLength={1000} autosize minRows={2} />
    </FormDialog>
  );
}
