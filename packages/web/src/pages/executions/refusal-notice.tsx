/** Why a command did not run, or why its end was not heard, in the service's own words. */
import { Alert } from '@mantine/core';
import type { ExecResult } from '../../api/executions.ts';
import { useText } from '../../i18n/language.tsx';
import { Icon } from '../../ui/icon.tsx';
import { refusalKind } from '../../ui/problem-kind.ts';

export function RefusalNotice({ result }: { readonly result: ExecResult | undefined }) {
  const { ui } = useText();
  if (result?.refusal === undefined) return null;
  return (
    <Alert
      role="alert"
      color="red"
      variant="light"
      title={ui.problems[refusalKind(result.refusal.code)]}
      icon={<Icon name="warning" />}
      my="md"
    >
      {result.refusal.message}
    </Alert>
  );
}
