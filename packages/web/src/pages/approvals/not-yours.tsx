/** An approval that others decide: who they are, and what the person who gave the order can do if none of them is there. */
import { Button, Group, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import type { Approval } from '../../api/approvals.ts';
import { meQuery } from '../../api/session.ts';
import { useText } from '../../i18n/language.tsx';
import { Icon } from '../../ui/icon.tsx';

/** Seldom needed. */
const BreakGlass = lazy(async () => ({ default: (await import('./break-glass.tsx')).BreakGlass }));

export function NotYours({ approval }: { readonly approval: Approval }) {
  const { crews: text } = useText();
  const { data: me } = useQuery(meQuery);
  const [opened, { open, close }] = useDisclosure(false);
  const { actor, ask = 'self', approved_by = [] } = approval;
  const own = actor === me?.username;
  return (
    <div className="decision">
      <Text size="sm" c="dimmed" role="status">
        {approved_by.includes(me?.username ?? '') ? text.youApproved : text.waitsFor[ask]}
      </Text>
      {own && ask !== 'self' && (
        <Group>
          <Button variant="default" size="xs" leftSection={<Icon name="warning" size={14} />} onClick={open}>
            {text.breakGlass}
          </Button>
        </Group>
      )}
      {opened && (
        <Suspense>
          <BreakGlass id={approval.id} onClose={close} />
        </Suspense>
      )}
    </div>
  );
}
