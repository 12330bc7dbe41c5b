/** The answers, each once: which machines gave it, and what it says. */
import { Group, Paper, Text } from '@mantine/core';
import type { ExecManyResult } from '../../api/many.ts';
import { useText } from '../../i18n/language.tsx';
import { OutputView } from '../../output/output-view.tsx';
import { useTextStore } from '../../output/use-text-store.ts';
import { StatusBadge } from '../executions/status-badge.tsx';

type ManyGroup = ExecManyResult['groups'][number];

export function ManyAnswers({ result }: { readonly result: ExecManyResult }) {
  const { many: text } = useText();
  const { total, succeeded, failed, skipped, waiting = 0, groups } = result;
  return (
    <>
      <Text role="status" mb="sm">
        {[
          text.counts.total(total),
          ...(succeeded > 0 ? [text.counts.succeeded(succeeded)] : []),
          ...(failed > 0 ? [text.counts.failed(failed)] : []),
          ...(skipped > 0 ? [text.counts.skipped(skipped)] : []),
          ...(waiting > 0 ? [text.counts.waiting(waiting)] : []),
        ].join(' · ')}
      </Text>
      {groups.map((group) => (
        <Answer key={group.machines[0]} group={group} />
      ))}
    </>
  );
}

function Answer({ group }: { readonly group: ManyGroup }) {
  const { many: text } = useText();
  const { machines, exit_code, status, diff_against, refusal } = group;
  const stdout = useTextStore(group.stdout);
  const stderr = useTextStore(group.stderr);
  const names = machines.join(', ');
  return (
    <Paper withBorder p="md" mb="md" component="section" aria-label={names}>
      <Group gap="xs" mb="xs">
        <StatusBadge status={status} exitCode={exit_code} refusal={refusal?.code} />
        <Text size="sm" className="break">
          {text.answered(machines.length, names)}
        </Text>
      </Group>
      {diff_against !== undefined && (
        <Text size="sm" c="dimmed">
          {group.stdout === '' && group.stderr === '' ? text.same(diff_against) : text.diff(diff_against)}
        </Text>
      )}
      {refusal !== undefined && <Text size="sm">{refusal.message}</Text>}
      {group.stdout !== '' && <OutputView store={stdout} label="stdout" />}
      {group.stderr !== '' && <OutputView store={stderr} label="stderr" height={160} />}
    </Paper>
  );
}
