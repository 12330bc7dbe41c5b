/** `synapse jobs …`. */
import type { ExecResult, JobList } from '@synapse/contract';
import { shortText } from '@synapse/contract/visible-text';
import type { Action } from '../call.ts';
import { calledAs } from '../called-as.ts';
import { EXIT } from '../cli-error.ts';
import { table } from '../terminal.ts';
import { columns, tell } from '../words/tell.ts';
import { finished, follow, isOpen } from './follow.ts';

export const listJobs: Action = async ({ options, terminal, api }) => {
  const query = options.running === true ? '?status=running' : '';
  const list = await api().call<JobList>('GET', `/synapse/jobs${query}`);
  terminal.answer(list, () =>
    table(
      columns('jobs_head'),
      list.jobs.map((job) => [
        job.execution_id,
        job.machine,
        job.created_at,
        // Of a crew who started it, of one's own jobs by which way: as in the log.
        job.actor ?? job.source,
        job.status,
        job.exit_code,
        shortText(job.command_template),
      ]),
    ),
  );
};

/** Leaving it does not stop the job. */
export const tailJob: Action = async ({ args, terminal, api: open }) => {
  const api = open();
  const id = args[0]!;
  const leave = (): void => {
    terminal.flush();
    terminal.say(tell('job_goes_on', { synapse: calledAs(terminal.env), id }));
    process.exit(EXIT.usage);
  };
  process.once('SIGINT', leave);
  const started = await api.call<ExecResult>('GET', `/synapse/executions/${encodeURIComponent(id)}`);
  // An ended job needs no handler for Ctrl-C.
  if (!isOpen(started)) process.off('SIGINT', leave);
  if (!terminal.json) await follow(api, started.execution_id, terminal);
  const result = await finished(api, started);
  process.off('SIGINT', leave);
  terminal.flush();
  if (terminal.json) terminal.answer(result, () => result.stdout);
  return result.exit_code ?? EXIT.failed;
};

export const cancelJob: Action = async ({ args, terminal, api }) => {
  const path = `/synapse/executions/${encodeURIComponent(args[0]!)}/cancel`;
  const result = await api().call<ExecResult>('POST', path);
  terminal.answer(result, () => tell('job_is', { id: result.execution_id, status: result.status }));
};
