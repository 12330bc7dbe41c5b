/** The jobs: those that run, and those that are over. */

import { Button, Group, Stack, Text } from '@mantine/core';
import { shortText } from '@synapse/contract/visible-text';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { cancelExecution } from '../../api/executions.ts';
import { type Job, jobsQuery } from '../../api/jobs.ts';
import { useText } from '../../i18n/language.tsx';
import { Icon } from '../../ui/icon.tsx';
import { LinkAnchor } from '../../ui/links.tsx';
import { ListPage } from '../../ui/list-page.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { Section } from '../../ui/section.tsx';
import { StatusBadge } from '../executions/status-badge.tsx';

export function JobsPage() {
  const { jobs: text } = useText();
  const jobs = useQuery(jobsQuery);
  return (
    <ListPage
      title={text.title}
      description={text.why}
      query={jobs}
      empty={{ icon: 'clock', title: text.none, description: text.noneWhy }}
    >
      {(list) => (
        <>
          <Part title={text.running} jobs={list.filter(({ status }) => status === 'running')} />
          <Part title={text.finished} jobs={list.filter(({ status }) => status !== 'running')} />
        </>
      )}
    </ListPage>
  );
}

function Part({ title, jobs }: { readonly title: string; readonly jobs: readonly Job[] }) {
  if (jobs.length === 0) return null;
  return (
    <Section title={title}>
      <Stack gap="sm" component="ul" className="plain-list" aria-label={title}>
        {jobs.map((job) => (
          <JobRow key={job.execution_id} job={job} />
        ))}
      </Stack>
    </Section>
  );
}

function JobRow({ job }: { readonly job: Job }) {
  const { executions: words } = useText();
  const queries = useQueryClient();
  const stopping = useMutation({
    mutationFn: () => cancelExecution(job.execution_id),
    onSettled: () => queries.invalidateQueries({ queryKey: ['executions'] }),
  });
  const where = job.container === null ? job.machine : `${job.machine} / ${job.container}`;
  return (
    <Group component="li" justify="space-between" wrap="nowrap" data-job={job.execution_id}>
      <div className="shrink">
        <Group gap="sm" wrap="nowrap">
          <StatusBadge status={job.status} exitCode={job.exit_code} />
          <LinkAnchor to="/executions/$id" params={{ id: job.execution_id }} className="command">
            {shortText(job.command_template)}
          </LinkAnchor>
        </Group>
        <Text size="xs" c="dimmed" className="one-line">
          <RelativeTime at={job.created_at} /> · {where}
          {job.duration_ms !== null && ` · ${words.duration(job.duration_ms)}`}
        </Text>
      </div>
      {job.status === 'running' && (
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
    </Group>
  );
}
