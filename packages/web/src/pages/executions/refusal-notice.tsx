/** Why a command did not run, or why its end was not heard, in the service's own words, and where that can be changed. */
import { Alert, Text } from '@mantine/core';
import type { ExecResult } from '../../api/executions.ts';
import { useText } from '../../i18n/language.tsx';
import { Icon } from '../../ui/icon.tsx';
import { LinkAnchor } from '../../ui/links.tsx';
import { refusalKind } from '../../ui/problem-kind.ts';

export function RefusalNotice({ result }: { readonly result: ExecResult | undefined }) {
  const { ui, executions: text } = useText();
  if (result?.refusal === undefined) return null;
  return (
    <Alert
      role="alert"
      color="red"
      title={ui.problems[refusalKind(result.refusal.code)]}
      icon={<Icon name="warning" />}
      my="md"
    >
      <Text size="sm" className="break">
        {result.refusal.message}
      </Text>
      {result.refusal.code === 'policy_denied' && (
        <LinkAnchor to="/settings/$section" params={{ section: 'policy' }} size="sm">
          {text.toPolicy}
        </LinkAnchor>
      )}
    </Alert>
  );
}
