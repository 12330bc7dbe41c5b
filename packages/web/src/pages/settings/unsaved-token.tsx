/** A token is shown only once: leaving before it is saved is asked about, also when the window is closed. */
import { useBlocker } from '@tanstack/react-router';
import { useText } from '../../i18n/language.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';

export function UnsavedToken({ unsaved }: { readonly unsaved: boolean }) {
  const { access } = useText();
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: () => unsaved,
    enableBeforeUnload: () => unsaved,
    withResolver: true,
  });
  return (
    <ConfirmDialog
      opened={status === 'blocked'}
      onClose={() => reset?.()}
      question={access.leaveQuestion}
      consequence={access.leaveConsequence}
      confirm={access.leave}
      onConfirm={async () => proceed?.()}
    />
  );
}
