/** What became of trying a machine: reached, or what failed and how to fix it. */
import { Alert, Text } from '@mantine/core';
import type { Reach } from '../../api/machines.ts';
import { useText } from '../../i18n/language.tsx';
import { Icon } from '../../ui/icon.tsx';

export function ReachNotice({ reach }: { readonly reach: Reach | undefined }) {
  const { machines: text } = useText();
  const advice: Readonly<Record<string, string>> = text.mend;
  return (
    <div role="status">
      {reach?.ok === true && (
        <Alert color="teal" mt="xs" icon={<Icon name="check" />}>
          {text.reached}
        </Alert>
      )}
      {reach?.ok === false && (
        <Alert color="red" mt="xs" icon={<Icon name="warning" />}>
          <Text size="sm" className="break">
            {reach.message}
          </Text>
          <Text size="sm" mt={4}>
            {advice[reach.code ?? ''] ?? text.mend.other}
          </Text>
        </Alert>
      )}
    </div>
  );
}
