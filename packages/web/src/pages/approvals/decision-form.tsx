/** The answer to a question: three buttons that one thumb reaches, and behind "…" what is seldom needed. */
import { ActionIcon, Button, Kbd, SegmentedControl, Text, TextInput, Tooltip } from '@mantine/core';
import { useState } from 'react';
import { useText } from '../../i18n/language.tsx';
import { Icon } from '../../ui/icon.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import type { useDecision } from './use-decision.ts';

/** An hour has a button of its own. */
const SCOPES = ['once', 'template'] as const;

export function DecisionForm({ answer, pending, error }: ReturnType<typeof useDecision>) {
  const { approvals: text } = useText();
  const [scope, setScope] = useState<(typeof SCOPES)[number]>('once');
  const [comment, setComment] = useState('');
  const [more, setMore] = useState(false);
  return (
    <div className="decision">
      {more && (
        <>
          <SegmentedControl
            fullWidth
            size="xs"
            value={scope}
            onChange={(chosen) => setScope(chosen as typeof scope)}
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
        </>
      )}
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
          <Tooltip label={text.scopeWhy.hour} multiline maw={320}>
            <Button
              variant="default"
              disabled={pending}
              onClick={() => answer({ decision: 'approve', scope: 'hour', comment })}
            >
              {text.forHour}
            </Button>
          </Tooltip>
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
        {!more && (
          <Tooltip label={text.more}>
            <ActionIcon
              variant="subtle"
              color="gray"
              className="decision-more"
              aria-label={text.more}
              onClick={() => setMore(true)}
            >
              <Icon name="more" />
            </ActionIcon>
          </Tooltip>
        )}
      </div>
    </div>
  );
}

const Key = ({ letter }: { readonly letter: string }) => (
  <Kbd aria-hidden visibleFrom="sm" className="keycap">
    {letter}
  </Kbd>
);
