/** Decides one's own question alone, right after signing in. Everybody who was passed over hears of it. */
import { Button, Text, Textarea } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useRouter } from '@tanstack/react-router';
import { decide } from '../../api/approvals.ts';
import { Problem } from '../../api/problem.ts';
import { signOut } from '../../api/session.ts';
import { useText } from '../../i18n/language.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { notifyDone } from '../../ui/notify.tsx';

export function BreakGlass({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const { crews: text } = useText();
  const queries = useQueryClient();
  const deciding = useMutation({
    mutationFn: (comment: string) => decide(id, { decision: 'approve', for: 'once', break_glass: true, comment }),
    onSuccess: () => {
      notifyDone(text.glassBroken);
      onClose();
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['approvals'] }),
  });
  const stale = deciding.error instanceof Problem && deciding.error.code === 'fresh_sign_in_required';
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={text.breakGlass}
      sending={deciding}
      onSubmit={(form) => deciding.mutate(String(form.get('comment')))}
      submit={text.breakGlassNow}
      beside={stale && <SignInAgain />}
    >
      <Text size="sm">{text.breakGlassWhy}</Text>
      <Textarea name="comment" label={text.breakGlassReason} required maxLength={1000} autosize minRows={2} />
    </FormDialog>
  );
}

/** Ends the session, and comes back here with a new one. */
function SignInAgain() {
  const { crews: text } = useText();
  const router = useRouter();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const leaving = useMutation({
    mutationFn: signOut,
    onSuccess: async () => {
      await navigate({ to: '/sign-in', search: { from: router.state.location.publicHref } });
      queries.clear();
    },
  });
  return (
    <Button variant="default" loading={leaving.isPending} onClick={() => leaving.mutate()}>
      {text.signInAgain}
    </Button>
  );
}
