/** A refusal, shown where it happened and announced to assistive technology. */
import { Alert } from '@mantine/core';
import { Problem } from '../api/problem.ts';
import { useText } from '../i18n/language.tsx';
import { Icon } from './icon.tsx';
import { useProblemText } from './problem-text.ts';

function kindOf(error: unknown): 'refused' | 'failed' | 'unreachable' {
  if (!(error instanceof Problem)) return 'failed';
  if (error.code === 'unreachable') return 'unreachable';
  return error.status >= 500 ? 'failed' : 'refused';
}

export function ProblemNotice({ error }: { readonly error: unknown }) {
  const { ui } = useText();
  const message = useProblemText(error);
  if (error === null || error === undefined) return null;
  return (
    <Alert
      role="alert"
      color="red"
      variant="light"
      title={ui.problems[kindOf(error)]}
      icon={<Icon name="warning" />}
      mb="md"
    >
      {message}
    </Alert>
  );
}
