/** A command that a person has to agree to first: why, and where to answer: on a page of its own, or in place. */
import { Alert, Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { approvalQuery } from '../../api/approvals.ts';
import type { ExecResult } from '../../api/executions.ts';
import { CREW } from '../../api/workspace.ts';
import { useLanguage } from '../../i18n/language.tsx';
import { Icon } from '../../ui/icon.tsx';
import { LinkButton } from '../../ui/links.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { useMayDecide } from '../../ui/who-decides.ts';
import { ApprovalCard } from '../approvals/approval-card.tsx';

/** In one's own workspace every question is one's own. */
const OWN = { actor: undefined };

interface Props {
  readonly result: ExecResult | undefined;
  /** The answer is given here. */
  readonly inPlace?: boolean;
}

export function WaitingNotice({ result, inPlace = false }: Props) {
  const {
    language,
    text: { approvals: text },
  } = useLanguage();
  const asked = result?.status === 'pending' && CREW !== null ? result.approval?.id : undefined;
  const { data: approval } = useQuery({ ...approvalQuery(asked ?? '', language), enabled: asked !== undefined });
  const mine = useMayDecide(approval ?? OWN);
  const [answering, setAnswering] = useState(false);
  if (result?.status !== 'pending' || result.approval === undefined) return null;
  const { id, reason } = result.approval;
  const open = mine ? text.open : text.show;
  if (answering) return <AnswerHere id={id} />;
  return (
    <Alert color="orange" title={text.waits} icon={<Icon name="ask" />} my="md">
      <Text size="sm" mb="sm">
        {reason}
      </Text>
      {inPlace ? (
        <Button size="xs" onClick={() => setAnswering(true)}>
          {open}
        </Button>
      ) : (
        <LinkButton to="/approvals/$id" params={{ id }} size="xs">
          {open}
        </LinkButton>
      )}
    </Alert>
  );
}

function AnswerHere({ id }: { readonly id: string }) {
  const { language } = useLanguage();
  const approval = useQuery(approvalQuery(id, language));
  return <Loaded query={approval}>{(found) => <ApprovalCard approval={found} />}</Loaded>;
}
