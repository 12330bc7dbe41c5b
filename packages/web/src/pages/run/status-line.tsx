/** Under an output: how the command stands, for how long, how much it printed, and the button that stops it. */
import { Button, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { cancelExecution, type ExecResult } from '../../api/executions.ts';
import { useText } from '../../i18n/language.tsx';
import type { LineStore } from '../../output/line-store.ts';
import { Icon } from '../../ui/icon.tsx';
import { LinkButton } from '../../ui/links.tsx';
import { useNow } from '../../ui/relative-time.tsx';
import { elapsed } from '../../ui/time-words.ts';
import { StatusBadge } from '../executions/status-badge.tsx';
import type { OpenRun } from './console-state.ts';

interface Props {
  readonly run: OpenRun;
  readonly result: ExecResult | undefined;
  readonly stdout: LineStore;
}

export function StatusLine({ run, result, stdout }: Props) {
  const { run: text, executions: words } = useText();
  useSyncExternalStore(stdout.subscribe, stdout.version);
  const queries = useQueryClient();
  const open = result?.status === 'running' || result?.status === 'pending';
  const now = useNow(open ? 500 : 60_000);
  const stopping = useMutation({
    mutationFn: () => cancelExecution(run.id),
    onSettled: () => queries.invalidateQueries({ queryKey: ['execution', run.id] }),
  });
  return (
    <div className="status-line">
      <span role="status" className="status-words">
        {result !== undefined && (
          <StatusBadge status={result.status} exitCode={result.exit_code} refusal={result.refusal?.code} />
        )}
        {result !== undefined && !open && (
          <Text span size="xs" c="dimmed">
            {words.duration(result.duration_ms)}
            {result.status !== 'refused' && ` · ${saving(result, text)}`}
          </Text>
        )}
      </span>
      <Text span size="xs" c="dimmed" className="whole">
        {open && `${elapsed(now - run.startedAt)} · `}
        {text.bytes(stdout.chars)}
      </Text>
      <span className="status-actions">
        <LinkButton to="/executions/$id" params={{ id: run.id }} variant="default">
          {text.details}
        </LinkButton>
        {open && (
          <Button
            variant="default"
            className="stop"
            loading={stopping.isPending}
            leftSection={<Icon name="stop" size={13} />}
            onClick={() => stopping.mutate()}
          >
            {words.cancel}
          </Button>
        )}
      </span>
    </div>
  );
}

function saving(
  { filter, saved_tokens }: ExecResult,
  text: { readonly noFilter: string; readonly saved: (tokens: number, filter: string) => string },
): string {
  return filter === null ? text.noFilter : text.saved(saved_tokens, filter);
}
