/** Whose machines and secrets the page shows: one's own, or those of a crew. Shown where there is a choice. */
import { Menu, Text, UnstyledButton } from '@mantine/core';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { crewsQuery } from '../api/crews.ts';
import { meQuery } from '../api/session.ts';
import { addressIn, CREW } from '../api/workspace.ts';
import { useText } from '../i18n/language.tsx';
import { Icon } from '../ui/icon.tsx';
import { WorkspaceBadge } from './workspace-mark.tsx';

export function WorkspaceSwitcher() {
  const { crews: text } = useText();
  const { data: me } = useSuspenseQuery(meQuery);
  const { data: crews = [] } = useQuery(crewsQuery);
  // Without a crew, and without the right to make one, there is nothing to choose.
  if (CREW === null && crews.length === 0 && me.plan !== 'equipage') return null;
  const name = CREW === null ? me.username : (crews.find(({ slug }) => slug === CREW)?.name ?? CREW);
  return (
    <Menu position="bottom-start" width={250}>
      <Menu.Target>
        <UnstyledButton className="switcher" data-crew={CREW ?? undefined}>
          <WorkspaceBadge crew={CREW} name={name} />
          <span className="one-line grow">
            <span className="visually-hidden">{text.workspaceIs('')}</span>
            {name}
          </span>
          <Icon name="choose" size={14} />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{text.own}</Menu.Label>
        <Workspace crew={null} name={me.username} />
        {crews.length > 0 && <Menu.Label>{text.crews}</Menu.Label>}
        {crews.map((crew) => (
          <Workspace key={crew.slug} crew={crew.slug} name={crew.name} note={text.roles[crew.role]} />
        ))}
        {me.plan === 'equipage' && (
          <>
            <Menu.Divider />
            <Menu.Item component="a" href="/crews/new" leftSection={<Icon name="plus" size={14} />}>
              {text.create}
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

interface Props {
  readonly crew: string | null;
  readonly name: string;
  readonly note?: string;
}

/** A plain link: another workspace is another document. */
function Workspace({ crew, name, note }: Props) {
  const here = crew === CREW;
  return (
    <Menu.Item
      component="a"
      href={addressIn(crew, '/')}
      aria-current={here ? 'true' : undefined}
      leftSection={<WorkspaceBadge crew={crew} name={name} />}
      rightSection={here ? <Icon name="check" size={14} /> : undefined}
    >
      <span className="switcher-row">
        <span className="one-line">{name}</span>
        {note !== undefined && (
          <Text span size="xs" c="dimmed" className="whole">
            {note}
          </Text>
        )}
      </span>
    </Menu.Item>
  );
}
