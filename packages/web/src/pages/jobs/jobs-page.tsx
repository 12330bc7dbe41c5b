/** The jobs: those that run with the end of their output, those that are over, and the chosen one beside them. */
import '../../app/rows.css';
import '../../app/history.css';
import '../../app/jobs.css';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { type Job, jobsQuery } from '../../api/jobs.ts';
import { useText } from '../../i18n/language.tsx';
import { LinkButton } from '../../ui/links.tsx';
import { ListPage } from '../../ui/list-page.tsx';
import { useNow } from '../../ui/relative-time.tsx';
import { useBeside } from '../../ui/use-beside.ts';
import { ExecutionPanel } from '../executions/execution-panel.tsx';
import { JobRow } from './job-row.tsx';

const route = getRouteApi('/inside/jobs');

/** Of so many that run, the end of the output is followed: each holds a connection open. */
const FOLLOWED = 5;

export function JobsPage() {
  const { jobs: text, executions } = useText();
  const { open } = route.useSearch();
  const navigate = useNavigate();
  const jobs = useQuery(jobsQuery);
  const beside = useBeside();
  const chosen = beside ? open : undefined;
  const close = (): void => void navigate({ to: '/jobs', search: {}, replace: true, resetScroll: false });
  return (
    <ListPage
      title={text.title}
      description={text.why}
      query={jobs}
      empty={{
        icon: 'clock',
        title: text.none,
        description: text.noneWhy,
        action: <LinkButton to="/run">{executions.toConsole}</LinkButton>,
      }}
    >
      {(list) => (
        <div className="split paged" data-open={chosen === undefined ? undefined : true}>
          <div className="row-frame">
            <div className="row-columns job-grid" aria-hidden>
              <span />
              <span>{executions.columns.command}</span>
              <span className="job-tail">{text.lastLine}</span>
              <span className="job-machine">{executions.columns.machine}</span>
              <span className="job-client">{executions.columns.client}</span>
              <span className="job-figure job-started">{text.started}</span>
              <span className="job-figure">{executions.columns.took}</span>
              <span />
            </div>
            <Part
              title={text.running}
              jobs={list.filter(({ status }) => status === 'running')}
              chosen={chosen}
              beside={beside}
            />
            <Part
              title={text.finished}
              jobs={list.filter(({ status }) => status !== 'running')}
              chosen={chosen}
              beside={beside}
            />
          </div>
          {chosen !== undefined && <ExecutionPanel id={chosen} onClose={close} />}
        </div>
      )}
    </ListPage>
  );
}

interface PartProps {
  readonly title: string;
  readonly jobs: readonly Job[];
  readonly chosen: string | undefined;
  readonly beside: boolean;
}

function Part({ title, jobs, chosen, beside }: PartProps) {
  const now = useNow(1000);
  if (jobs.length === 0) return null;
  return (
    <>
      <h2 className="row-group">
        {title} <span>{jobs.length}</span>
      </h2>
      <ul className="row-list" aria-label={title}>
        {jobs.map((job, index) => (
          <JobRow
            key={job.execution_id}
            job={job}
            chosen={job.execution_id === chosen}
            beside={beside}
            again={chosen !== undefined}
            followed={index < FOLLOWED}
            now={now}
          />
        ))}
      </ul>
    </>
  );
}
