/** Says that what a form was opened with has been changed elsewhere, and asks which of the two shall stay. */
import { Alert, Button, Group } from '@mantine/core';
import { useText } from '../i18n/language.tsx';
import { Icon } from './icon.tsx';
import type { WhileOpen } from './use-while-open.ts';

type Props = Pick<WhileOpen<unknown>, 'changed' | 'take' | 'keep'>;

export function ChangedMeanwhile({ changed, take, keep }: Props) {
  const { ui } = useText();
  return (
    <div role="status">
      {changed && (
        <Alert color="orange" mb="md" icon={<Icon name="warning" />} title={ui.changedElsewhere}>
          {ui.changedElsewhereWhy}
          <Group gap="xs" mt="xs">
            <Button size="xs" variant="default" onClick={keep}>
              {ui.keepMine}
            </Button>
            <Button size="xs" variant="subtle" onClick={take}>
              {ui.takeStored}
            </Button>
          </Group>
        </Alert>
      )}
    </div>
  );
}
