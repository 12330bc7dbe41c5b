/** Under an output: how the command stands, for how long, how much it printed, and what can be done with it. */
import { Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import type { ExecResult } from '../../api/executions.ts';
import { useText } from '../../i18n/language.tsx';
import type { LineStore } from '../../output/line-store.ts';
import { LinkButton } from '../../ui/links.tsx';
import { useNow } from '../../ui/relative-time.tsx';
import { elapsed } from '../../ui/time-words.ts';
import { CommandMenu, ExplainButton } from '../executions/command-actions.tsx';
import { isOpen } from '../executions/execution-state.ts';
import { StatusBadge } from '../executions/status-badge.tsx';
import { StopButton } from '../executions/stop-button.tsx';
import { changeConsole, type OpenRun, startAgain } from './console-state.ts';

interface Props {
  readonly run: OpenRun;
  readonly result: ExecResult | undefined;
  readonly stdout: LineStore;
}

export function StatusLine({ run, result, stdout }: Props) {
  const { run: text, executions: words } = useText();
  useSyncExternalStore(stdout.subscribe, stdout.version);
  const queries = useQueryClient();
  const open = result !== undefined && isOpen(result.status);
  const now = useNow(open ? 500 : 60_000);
  const command = result === undefined ? undefined : { ...result, cwd: run.order.cwd ?? null };
  return (
    <div className="status-line">
      <span role="status" className="status-words">
        {result !== undefined && (
          <StatusBadge status={result.status} exitCode={result.exit_code} refusal={result.refusal?.code} />
        )}
        {result !== undefined && !open && result.status !== 'refused' && (
          <Text span size="xs" c="dimmed">
            {`${words.duration(result.duration_ms)} · ${saving(result, text)}`}
          </Text>
        )}
      </span>
      <Text span size="xs" c="dimmed" className="whole">
        {open && `${elapsed(now - run.startedAt)} · `}
        {text.bytes(stdout.bytes)}
      </Text>
      <span className="status-actions">
        <LinkButton to="/executions/$id" params={{ id: run.id }} variant="default">
          {text.details}
        </LinkButton>
        {open && <StopButton id={run.id} />}
        {command !== undefined && (
          <>
            <ExplainButton command={command} />
            <CommandMenu command={command} onAgain={() => changeConsole(queries, startAgain(run.order))} />
          </>
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
