/** The menu at the side, with only what this person may open. */
import { AppShell, Badge, Text } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { meQuery } from '../api/session.ts';
import { areasFor } from '../app/areas.ts';
import { useText } from '../i18n/language.tsx';
import { Icon } from '../ui/icon.tsx';
import { LinkNav } from '../ui/links.tsx';
import { useWaiting } from '../ui/use-waiting.ts';

const GROUPS = ['pilot', 'projects', 'instance'] as const;

export function SideMenu() {
  const text = useText();
  const { data: me } = useSuspenseQuery(meQuery);
  const areas = areasFor(me);
  return (
    <AppShell.Section grow className="side-menu">
      <nav aria-label={text.shell.menu}>
        {GROUPS.map((group) => {
          const inGroup = areas.filter((area) => area.group === group);
          return inGroup.length === 0 ? null : (
            <div key={group} className="side-group">
              <Text size="xs" fw={600} c="dimmed" px="sm" py={4}>
                {text.shell.groups[group]}
              </Text>
              {inGroup.map(({ to, icon, label }) => (
                <LinkNav
                  key={to}
                  to={to}
                  label={label(text)}
                  leftSection={<Icon name={icon} />}
                  rightSection={to === '/approvals' && <WaitingCount />}
                  activeOptions={{ exact: to === '/' }}
                  activeProps={{ active: true }}
                  className="side-link"
                />
              ))}
            </div>
          );
        })}
      </nav>
    </AppShell.Section>
  );
}

function WaitingCount() {
  const { approvals: text } = useText();
  const count = useWaiting()?.length ?? 0;
  if (count === 0) return null;
  return (
    <Badge size="sm" color="orange" variant="light" className="waiting-count">
      <span aria-hidden>{count}</span>
      <span className="visually-hidden">{text.waitingFor(count)}</span>
    </Badge>
  );
}
