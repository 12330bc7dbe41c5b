/** One execution: template, timing, who and from where, its whole output. */
import { visibleText } from '@synapse/contract/visible-text';
import '../../app/history.css';
import '../../app/console.css';
import { Button, Code, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { cancelExecution, entryQuery, executionQuery } from '../../api/executions.ts';
import { useLanguage } from '../../i18n/language.tsx';
import { OutputView } from '../../output/output-view.tsx';
import { useExecutionOutput } from '../../output/use-execution-output.ts';
import { Icon } from '../../ui/icon.tsx';
import { LinkButton } from '../../ui/links.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Section } from '../../ui/section.tsx';
import { EntryFacts } from './entry-facts.tsx';
import { OutputSearch } from './output-search.tsx';
import { RefusalNotice } from './refusal-notice.tsx';
import { StatusBadge } from './status-badge.tsx';
import { WaitingNotice } from './waiting-notice.tsx';

const route = getRouteApi('/inside/executions/$id');

export function ExecutionPage() {
  const {
    language,
    text: { executions: text },
  } = useLanguage();
  const { id } = route.useParams();
  const queries = useQueryClient();
  const entry = useQuery(entryQuery(id));
  const { data: result } = useQuery(executionQuery(id, language));
  const status = result?.status ?? entry.data?.status;
  const waits = status === 'pending';
  const live = status === 'running';
  const { stdout, stderr, gone, lost } = useExecutionOutput(
    id,
    status === undefined || waits || status === 'refused' ? null : live,
  );
  const stopping = useMutation({
    mutationFn: () => cancelExecution(id),
    onSettled: () => queries.invalidateQueries({ queryKey: ['execution', id] }),
  });
  return (
    <>
      <PageHeader
        title={text.one}
        actions={
          <>
            {(live || waits) && (
              <Button
                color="red"
                variant="light"
                loading={stopping.isPending}
                leftSection={<Icon name="stop" size={16} />}
                onClick={() => stopping.mutate()}
              >
                {text.cancel}
              </Button>
            )}
            <LinkButton to="/executions" variant="default">
              {text.all}
            </LinkButton>
          </>
        }
      />
      <Loaded query={entry}>
        {(found) => (
          <>
            <Section title={text.template}>
              <Code block className="break" tabIndex={0}>
                {visibleText(found.command_template)}
              </Code>
              <Group mt="sm">
                <StatusBadge
                  status={status ?? found.status}
                  exitCode={result === undefined ? found.exit_code : result.exit_code}
                  refusal={found.refusal}
                />
              </Group>
              <RefusalNotice result={result} />
              <WaitingNotice result={result} />
              <EntryFacts entry={found} />
            </Section>
            {found.status !== 'refused' && !waits && (
              <Section title={text.output}>
                {gone && stdout.count + stderr.count === 0 ? (
                  <Text c="dimmed">{text.outputGone}</Text>
                ) : (
                  <Stack>
                    <OutputView store={stdout} label="stdout" height={420} live={live} lost={lost} />
                    {stderr.count > 0 && <OutputView store={stderr} label="stderr" height={200} live={live} />}
                    {!live && <OutputSearch id={id} />}
                  </Stack>
                )}
              </Section>
            )}
          </>
        )}
      </Loaded>
    </>
  );
}
