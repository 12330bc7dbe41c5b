/** A command that a person has to agree to first: why, and where to answer. */
import { Alert, Text } from '@mantine/core';
import type { ExecResult } from '../../api/executions.ts';
import { useText } from '../../i18n/language.tsx';
import { Icon } from '../../ui/icon.tsx';
import { LinkButton } from '../../ui/links.tsx';

export function WaitingNotice({ result }: { readonly result: ExecResult | undefined }) {
  const { approvals: text } = useText();
  if (result?.status !== 'pending' || result.approval === undefined) return null;
  const { id, reason } = result.approval;
  return (
    <Alert color="orange" variant="light" title={text.waits} icon={<Icon name="ask" />} my="md">
      <Text size="sm" mb="sm">
        {reason}
      </Text>
      <LinkButton to="/approvals/$id" params={{ id }} size="xs">
        {text.open}
      </LinkButton>
    </Alert>
  );
}
