/** The crew itself: its name, leaving it, deleting it. */
import { Button, Group, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { roleAllows } from '@synapse/contract/crew-roles';
import { useMutation, useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { type Crew, crewsQuery, membersQuery, removeMember, renameCrew } from '../../api/crews.ts';
import { meQuery } from '../../api/session.ts';
import { useText } from '../../i18n/language.tsx';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { Form } from '../../ui/form.tsx';
import { notifyDone } from '../../ui/notify.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { Section } from '../../ui/section.tsx';
import { DeleteCrew } from './delete-crew.tsx';
import { isLastOwner } from './last-owner.ts';

export function GeneralSection({ crew }: { readonly crew: Crew }) {
  const { crews: text } = useText();
  const { data: me } = useSuspenseQuery(meQuery);
  const { data: members } = useQuery(membersQuery(crew.slug));
  const [deleting, { open, close }] = useDisclosure(false);
  const leave = async (): Promise<void> => {
    await removeMember(crew.slug, me.username);
    location.assign('/');
  };
  return (
    <>
      {roleAllows(crew.role, 'rename-crew') && <Rename crew={crew} />}
      {members !== undefined && (
        <Section title={text.leave} description={isLastOwner(members, me.username) ? text.leaveLast : text.leaveWhy}>
          {!isLastOwner(members, me.username) && (
            <ConfirmButton
              label={text.leave}
              question={text.leaveOf(crew.name)}
              consequence={text.leaveWhy}
              confirm={text.leave}
              onConfirm={leave}
            />
          )}
        </Section>
      )}
      {roleAllows(crew.role, 'delete-crew') && (
        <Section title={text.delete} description={text.deleteWhy}>
          <Button variant="default" className="danger" onClick={open}>
            {text.delete}
          </Button>
          {deleting && <DeleteCrew crew={crew} onClose={close} />}
        </Section>
      )}
    </>
  );
}

function Rename({ crew }: { readonly crew: Crew }) {
  const { crews: text } = useText();
  const queries = useQueryClient();
  const renaming = useMutation({
    mutationFn: (name: string) => renameCrew(crew.slug, name),
    onSuccess: async () => {
      await queries.invalidateQueries(crewsQuery);
      notifyDone(text.renamed);
    },
  });
  return (
    <Section title={text.rename} description={text.slugIs(crew.slug)}>
      <Form onSubmit={(form) => renaming.mutate(String(form.get('name')))}>
        <ProblemNotice error={renaming.error} />
        <Group align="flex-end">
          <TextInput
            name="name"
            label={text.name}
            defaultValue={crew.name}
            required
            maxLength={100}
            className="grow"
            maw={420}
          />
          <Button type="submit" variant="default" loading={renaming.isPending}>
            {text.rename}
          </Button>
        </Group>
      </Form>
    </Section>
  );
}
