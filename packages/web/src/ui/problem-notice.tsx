/** A refusal where it happened, announced to assistive technology. */
import { Alert } from '@mantine/core';
import { useText } from '../i18n/language.tsx';
import { Icon } from './icon.tsx';
import { useProblemText } from './problem-text.ts';

export function ProblemNotice({ error }: { readonly error: unknown }) {
  const { ui } = useText();
  const message = useProblemText(error);
  if (error === null || error === undefined) return null;
  return (
    <Alert role="alert" color="red" variant="light" title={ui.refused} icon={<Icon name="warning" />} mb="md">
      {message}
    </Alert>
  );
}
