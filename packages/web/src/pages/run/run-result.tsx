/** One run: its output as it comes, then raw and compacted side by side with what was saved. */
import { Badge, Button, Group, Paper, SimpleGrid, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { cancelExecution, executionQuery } from '../../api/executions.ts';
import { useLanguage } from '../../i18n/language.tsx';
import { OutputView } from '../../output/output-view.tsx';
import { useExecutionOutput } from '../../output/use-execution-output.ts';
import { useTextStore } from '../../output/use-text-store.ts';
import { Icon } from '../../ui/icon.tsx';
import { LinkButton } from '../../ui/links.tsx';
import { RefusalNotice } from '../executions/refusal-notice.tsx';
import { StatusBadge } from '../executions/status-badge.tsx';
import { WaitingNotice } from '../executions/waiting-notice.tsx';

export function RunResult({ id }: { readonly id: string }) {
  const {
    language,
    text: { run: text, executions: words },
  } = useLanguage();
  const queries = useQueryClient();
  const { data: result } = useQuery(executionQuery(id, language));
  const waits = result?.status === 'pending';
  const running = result === undefined || waits ? null : result.status === 'running';
  const { stdout, stderr, lost } = useExecutionOutput(id, running);
  const compacted = useTextStore(running === false ? (result?.stdout ?? '') : '');
  const stopping = useMutation({
    mutationFn: () => cancelExecution(id),
    onSettled: () => queries.invalidateQueries({ queryKey: ['execution', id] }),
  });
  return (
    <Paper withBorder p="lg" component="section" aria-label={text.result}>
      <Group justify="space-between" mb="md">
        <Group gap="xs" role="status">
          {result !== undefined && <StatusBadge status={result.status} exitCode={result.exit_code} />}
          {result !== undefined && running === false && <Text size="sm">{words.duration(result.duration_ms)}</Text>}
          {running === false && (
            <Badge color="synapse" variant="light" tt="none">
              {result?.filter == null ? text.noFilter : text.saved(result.saved_tokens, result.filter)}
            </Badge>
          )}
        </Group>
        <Group gap="xs">
          {(running === true || waits) && (
            <Button
              size="xs"
              color="red"
              variant="light"
              loading={stopping.isPending}
              leftSection={<Icon name="stop" size={14} />}
              onClick={() => stopping.mutate()}
            >
              {words.cancel}
            </Button>
          )}
          <LinkButton to="/executions/$id" params={{ id }} size="xs" variant="default">
            {text.details}
          </LinkButton>
        </Group>
      </Group>
      <RefusalNotice result={result} />
      <WaitingNotice result={result} />
      {!waits && (
        <SimpleGrid cols={{ base: 1, md: running === false ? 2 : 1 }}>
          <OutputView store={stdout} label={text.raw} live={running !== false} lost={lost} />
          {running === false && <OutputView store={compacted} label={text.compacted} />}
        </SimpleGrid>
      )}
      {(stderr.count > 0 || (result?.stderr ?? '') !== '') && (
        <div className="gap-above">
          <OutputView store={stderr} label="stderr" height={160} live={running === true} />
        </div>
      )}
    </Paper>
  );
}
