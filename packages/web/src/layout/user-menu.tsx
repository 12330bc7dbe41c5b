/** Who is signed in, on which plan, and the button to sign out. */
import { Button, Menu, Text } from '@mantine/core';
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
    <Menu position="bottom-end" width={220} onOpen={() => void queries.invalidateQueries({ queryKey: ['me'] })}>
      <Menu.Target>
        <Button
          variant="subtle"
          color="gray"
          size="sm"
          leftSection={<Icon name="user" />}
          aria-label={shell.accountOf(me.username)}
          className="user-button"
        >
          <Text span size="sm" visibleFrom="sm">
            {me.username}
          </Text>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          {me.username} · {PLANS[me.plan].name}
          <br />
          {shell.callsToday(me.calls_today, me.daily_quota)}
        </Menu.Label>
        <LinkItem to="/settings/$section" params={{ section: 'account' }} leftSection={<Icon name="user" />}>
          {shell.account}
        </LinkItem>
        <Menu.Item leftSection={<Icon name="external" />} onClick={signOut}>
          {shell.signOut}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
