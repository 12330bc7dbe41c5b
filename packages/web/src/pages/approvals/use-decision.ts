/** Answers a question. That somebody was faster is no failure: the card then shows their answer. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type Approval, decide, type Scope } from '../../api/approvals.ts';
import { Problem } from '../../api/problem.ts';
import { useText } from '../../i18n/language.tsx';
import { notifyDone } from '../../ui/notify.tsx';

interface Answer {
  readonly decision: 'approve' | 'deny';
  readonly scope: Scope;
  readonly comment: string;
}

export function useDecision({ id }: Approval) {
  const { approvals: text } = useText();
  const queries = useQueryClient();
  const [tooLate, setTooLate] = useState(false);
  const deciding = useMutation({
    mutationFn: ({ decision, scope, comment }: Answer) =>
      decide(id, { decision, for: scope, ...(comment.trim() === '' ? {} : { comment }) }),
    onSuccess: (_answer, { decision }) => notifyDone(decision === 'approve' ? text.approved : text.denied),
    onError: (error) => setTooLate(isTooLate(error)),
    onSettled: () =>
      Promise.all(['approvals', 'grants'].map((name) => queries.invalidateQueries({ queryKey: [name] }))),
  });
  return { answer: deciding.mutate, pending: deciding.isPending, tooLate, error: tooLate ? null : deciding.error };
}

function isTooLate(error: Error): boolean {
  return error instanceof Problem && error.code === 'approval_decided';
}
