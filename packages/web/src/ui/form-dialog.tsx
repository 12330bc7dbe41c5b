/** A dialog with one form: its fields, then the refusal if there was one, then the button that sends it. */
import { Button, Stack } from '@mantine/core';
import { Fragment, type ReactNode } from 'react';
import { ChangedMeanwhile } from './changed-meanwhile.tsx';
import { Dialog, type DialogProps } from './dialog.tsx';
import { Form } from './form.tsx';
import { ProblemNotice } from './problem-notice.tsx';
import type { WhileOpen } from './use-while-open.ts';

interface Props extends DialogProps {
  /** The mutation that `onSubmit` starts: the button shows that it is busy, and its error is shown. */
  readonly sending: { readonly isPending: boolean; readonly error: Error | null };
  readonly onSubmit: (form: FormData) => void;
  readonly submit: string;
  readonly autoComplete?: 'off';
  /** The button has the focus from the start, so that one more press sends the form as it is. */
  readonly focusSubmit?: boolean;
  /** There is nothing to send yet. */
  readonly idle?: boolean;
  /** What the form does cannot be undone. */
  readonly danger?: boolean;
  /** Beside the button that sends the form. */
  readonly beside?: ReactNode;
  /** Shown in place of the form, once there is something to show. */
  readonly instead?: ReactNode;
  /** What the form began with, if it changes something that others may change meanwhile. */
  readonly begun?: WhileOpen<unknown>;
}

export function FormDialog(props: Props) {
  const {
    sending,
    onSubmit,
    submit,
    autoComplete,
    focusSubmit,
    idle,
    danger,
    beside,
    instead,
    begun,
    children,
    ...dialog
  } = props;
  return (
    <Dialog {...dialog}>
      {instead ?? (
        <Form onSubmit={onSubmit} autoComplete={autoComplete}>
          <Stack>
            <Fragment key={begun?.edition}>{children}</Fragment>
            {/* What is being stored is one's own. */}
            {begun !== undefined && <ChangedMeanwhile {...begun} changed={begun.changed && !sending.isPending} />}
            <ProblemNotice error={sending.error} />
            <div className="form-foot">
              {beside}
              <Button
                type="submit"
                color={danger === true ? 'red.9' : undefined}
                loading={sending.isPending}
                disabled={idle === true}
                data-autofocus={focusSubmit}
              >
                {submit}
              </Button>
            </div>
          </Stack>
        </Form>
      )}
    </Dialog>
  );
}
