/** A refusal, shown where it happened and announced to assistive technology. */
import { Alert } from '@mantine/core';
import { useText } from '../i18n/language.tsx';
import { Icon } from './icon.tsx';
import { problemKind } from './problem-kind.ts';
import { useProblemText } from './problem-text.ts';

export function ProblemNotice({ error }: { readonly error: unknown }) {
  const { ui } = useText();
  const message = useProblemText(error);
  if (error === null || error === undefined) return null;
  return (
    <Alert role="alert" color="red" title={ui.problems[problemKind(error)]} icon={<Icon name="warning" />} mb="md">
      {message}
    </Alert>
  );
}
