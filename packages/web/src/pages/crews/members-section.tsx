/** Who belongs to the crew, and who has been invited. */
import { Badge, Group, Text } from '@mantine/core';
import { roleAllows } from '@synapse/contract/crew-roles';
import { useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { type Crew, type CrewMember, membersQuery, removeMember } from '../../api/crews.ts';
import { meQuery } from '../../api/session.ts';
import { useText } from '../../i18n/language.tsx';
import { AddButton } from '../../ui/add-button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { MoreItem, MoreMenu } from '../../ui/more-menu.tsx';
import { notifyDone } from '../../ui/notify.tsx';
import { FullTime, RelativeTime } from '../../ui/relative-time.tsx';
import { Section } from '../../ui/section.tsx';
import { useAdding } from '../../ui/use-adding.ts';
import { InvitationList } from './invitation-list.tsx';
import { isLastOwner } from './last-owner.ts';

/** The forms are fetched when they are opened. */
const InviteDialog = lazy(async () => ({ default: (await import('./invite-dialog.tsx')).InviteDialog }));
const RoleDialog = lazy(async () => ({ default: (await import('./role-dialog.tsx')).RoleDialog }));

export function MembersSection({ crew }: { readonly crew: Crew }) {
  const { crews: text } = useText();
  const members = useQuery(membersQuery(crew.slug));
  const [inviting, { open, close }] = useAdding();
  const manages = roleAllows(crew.role, 'write-members');
  return (
    <>
      <Section
        title={text.members}
        description={text.membersWhy}
        actions={manages && <AddButton needs="write-members" label={text.invite} onClick={open} />}
      >
        <Loaded query={members}>
          {(list) => (
            <ul className="people">
              {list.map((member) => (
                <MemberRow
                  key={member.username}
                  crew={crew}
                  member={member}
                  manages={manages && !isLastOwner(list, member.username)}
                />
              ))}
            </ul>
          )}
        </Loaded>
      </Section>
      {manages && <InvitationList crew={crew.slug} />}
      {inviting && manages && (
        <Suspense>
          <InviteDialog crew={crew.slug} onClose={close} />
        </Suspense>
      )}
    </>
  );
}

interface RowProps {
  readonly crew: Crew;
  readonly member: CrewMember;
  readonly manages: boolean;
}

function MemberRow({ crew, member, manages }: RowProps) {
  const { crews: text, ui } = useText();
  const { data: me } = useSuspenseQuery(meQuery);
  const queries = useQueryClient();
  const [asking, setAsking] = useState<'role' | 'remove' | null>(null);
  const { username, role, until, since, last_active_at: seen } = member;
  const own = username === me.username;
  const remove = async (): Promise<void> => {
    await removeMember(crew.slug, username);
    await queries.invalidateQueries({ queryKey: ['crews'] });
    notifyDone(text.removed(username));
  };
  return (
    <li className="person" data-member={username}>
      <div className="grow shrink">
        <Group gap={6}>
          <Text size="sm" fw={600} className="break">
            {username}
          </Text>
          {own && <Badge variant="default">{text.you}</Badge>}
        </Group>
        <Text size="xs" c="dimmed" className="break">
          {text.since} <RelativeTime at={since} /> ·{' '}
          {seen === null ? (
            text.neverSeen
          ) : (
            <>
              {text.lastSeen} <RelativeTime at={seen} />
            </>
          )}
          {until !== null && (
            <>
              {' · '}
              {text.ends} <FullTime at={until} />
            </>
          )}
        </Text>
      </div>
      <Text size="sm" className="whole" title={text.roleWhy[role]}>
        {text.roles[role]}
      </Text>
      {manages && (
        <MoreMenu label={ui.actionsOf(username)}>
          <MoreItem icon="edit" label={text.changeRole} onClick={() => setAsking('role')} />
          {!own && <MoreItem icon="close" label={text.remove} danger onClick={() => setAsking('remove')} />}
        </MoreMenu>
      )}
      {asking === 'role' && (
        <Suspense>
          <RoleDialog crew={crew.slug} member={member} onClose={() => setAsking(null)} />
        </Suspense>
      )}
      <ConfirmDialog
        opened={asking === 'remove'}
        onClose={() => setAsking(null)}
        question={text.removeOf(username)}
        consequence={text.removeWhy}
        confirm={text.removeShort}
        onConfirm={remove}
      />
    </li>
  );
}
