/** One job on one line; the whole line opens it. */
import { Link } from '@tanstack/react-router';
import type { Job } from '../../api/jobs.ts';
import { useText } from '../../i18n/language.tsx';
import { LastLine } from '../../output/last-line.tsx';
import { CommandLine } from '../../ui/command-line.tsx';
import { TimeAgo } from '../../ui/relative-time.tsx';
import { Dot } from '../../ui/state.tsx';
import { elapsed, parseTime } from '../../ui/time-words.ts';
import { useClientNames } from '../../ui/use-client-names.ts';
import { executionState, executionWords } from '../executions/execution-state.ts';
import { StopButton } from '../executions/stop-button.tsx';

interface Props {
  readonly job: Job;
  readonly chosen: boolean;
  /** Opens beside the list; otherwise on a page of its own. */
  readonly beside: boolean;
  /** Another one is open: Back closes the panel, however many were looked at. */
  readonly again: boolean;
  readonly followed: boolean;
  readonly now: number;
}

export function JobRow({ job, chosen, beside, again, followed, now }: Props) {
  const { executions: text } = useText();
  const names = useClientNames();
  const { execution_id: id, machine, container, command_template: command, status, token_hint } = job;
  const running = status === 'running';
  const standing = { status, exitCode: job.exit_code };
  const state = executionState(standing);
  const line = <CommandLine command={command} />;
  return (
    <li className="row job-grid" data-job={id} data-chosen={chosen ? true : undefined}>
      <span className="history-state" data-status={status}>
        <Dot state={state} />
        <span className="visually-hidden">{executionWords(standing, text)}</span>
      </span>
      {beside ? (
        <Link to="/jobs" search={{ open: id }} replace={again} resetScroll={false} className="row-link">
          {line}
        </Link>
      ) : (
        <Link to="/executions/$id" params={{ id }} className="row-link">
          {line}
        </Link>
      )}
      <span className="job-tail one-line">
        {running ? (
          followed && <LastLine id={id} />
        ) : (
          <span className="state-word" data-state={state} aria-hidden>
            {executionWords(standing, text)}
          </span>
        )}
      </span>
      <span className="job-machine one-line">{container === null ? machine : `${machine} · ${container}`}</span>
      <span className="job-client one-line">
        {job.actor ?? (token_hint === null ? text.sources[job.source] : (names.get(token_hint) ?? token_hint))}
      </span>
      <span className="job-figure job-started">
        <TimeAgo at={job.created_at} now={now} />
      </span>
      <span className="job-figure">
        {running
          ? elapsed(now - parseTime(job.created_at))
          : job.duration_ms === null
            ? '–'
            : text.duration(job.duration_ms)}
      </span>
      <span className="row-more">{running && <StopButton id={id} command={command} actor={job.actor} />}</span>
    </li>
  );
}
