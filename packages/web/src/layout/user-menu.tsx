/** Who is signed in, on which plan, and the button to sign out. */
import { Menu, Text, UnstyledButton } from '@mantine/core';
import { PLANS } from '@synapse/contract/plans';
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { meQuery } from '../api/session.ts';
import { useText } from '../i18n/language.tsx';
import { Icon } from '../ui/icon.tsx';
import { LinkItem } from '../ui/links.tsx';
import { useSignOut } from './use-sign-out.ts';

export function UserMenu() {
  const { shell } = useText();
  const { data: me } = useSuspenseQuery(meQuery);
  const queries = useQueryClient();
  const signOut = useSignOut();
  return (
    <Menu position="top-start" width={220} onOpen={() => void queries.invalidateQueries({ queryKey: ['me'] })}>
      <Menu.Target>
        <UnstyledButton className="user-button">
          <Icon name="user" />
          <span className="one-line grow">
            <span className="visually-hidden">{shell.accountOf('')}</span>
            {me.username}
          </span>
          <Text span size="xs" c="dimmed" className="whole">
            {PLANS[me.plan].name}
          </Text>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{shell.callsToday(me.calls_today, me.daily_quota)}</Menu.Label>
        <LinkItem to="/settings/$section" params={{ section: 'account' }} leftSection={<Icon name="user" />}>
          {shell.account}
        </LinkItem>
        <Menu.Item leftSection={<Icon name="leave" />} onClick={signOut}>
          {shell.signOut}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
