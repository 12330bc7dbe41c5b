/** The answer to a question: for how long, a comment, and two buttons that one thumb reaches. */
import { Button, Kbd, SegmentedControl, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { Scope } from '../../api/approvals.ts';
import { useText } from '../../i18n/language.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import type { useDecision } from './use-decision.ts';

const SCOPES: readonly Scope[] = ['once', 'hour', 'template'];

export function DecisionForm({ answer, pending, error }: ReturnType<typeof useDecision>) {
  const { approvals: text } = useText();
  const [scope, setScope] = useState<Scope>('once');
  const [comment, setComment] = useState('');
  return (
    <div className="decision">
      <SegmentedControl
        fullWidth
        size="xs"
        value={scope}
        onChange={(chosen) => setScope(chosen as Scope)}
        data={SCOPES.map((value) => ({ value, label: text.scopes[value] }))}
        aria-label={text.scope}
      />
      {scope !== 'once' && (
        <Text size="xs" c="dimmed">
          {text.scopeWhy[scope]}
        </Text>
      )}
      <TextInput
        size="sm"
        placeholder={text.comment}
        aria-label={text.comment}
        value={comment}
        onChange={(event) => setComment(event.currentTarget.value)}
        maxLength={1000}
      />
      <ProblemNotice error={error} />
      <div className="decision-buttons">
        <Button
          data-decide="approve"
          disabled={pending}
          onClick={() => answer({ decision: 'approve', scope, comment })}
          aria-keyshortcuts="a"
          rightSection={<Key letter="A" />}
        >
          {text.approve[scope]}
        </Button>
        {scope === 'once' && (
          <Button
            variant="default"
            disabled={pending}
            onClick={() => answer({ decision: 'approve', scope: 'hour', comment })}
          >
            {text.forHour}
          </Button>
        )}
        <Button
          data-decide="deny"
          variant="default"
          disabled={pending}
          onClick={() => answer({ decision: 'deny', scope: 'once', comment })}
          aria-keyshortcuts="d"
          rightSection={<Key letter="D" />}
        >
          {text.deny}
        </Button>
      </div>
    </div>
  );
}

const Key = ({ letter }: { readonly letter: string }) => (
  <Kbd aria-hidden visibleFrom="sm" className="keycap">
    {letter}
  </Kbd>
);
