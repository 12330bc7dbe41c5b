/** A refusal to change a way to sign in. If the session is too old for it, signing in again is one press away. */
import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { Problem } from '../../api/problem.ts';
import { useText } from '../../i18n/language.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';

export function AgainNotice({ error }: { readonly error: unknown }) {
  const { security: text } = useText();
  const navigate = useNavigate();
  const tooOld = error instanceof Problem && error.code === 'sign_in_again';
  const again = (): void => void navigate({ to: '/sign-in', search: { from: '/settings/security' } });
  return (
    <>
      <ProblemNotice error={error} />
      {tooOld && (
        <Button mb="md" size="xs" onClick={again}>
          {text.signInAgain}
        </Button>
      )}
    </>
  );
}
