/** Copies from one machine to another, through the service. */
import type { CopyAnswer, CopyRequest } from '@synapse/contract';
import type { Api } from '../api.ts';
import { CliError } from '../cli-error.ts';
import { readEvents } from '../event-source.ts';
import type { Terminal } from '../terminal.ts';
import { tell } from '../words/tell.ts';
import { createProgressBar } from './progress-bar.ts';

/** Ctrl-C ends the call, and with it the copy. */
export async function copyBetween(api: Api, terminal: Terminal, request: CopyRequest): Promise<CopyAnswer> {
  const stream = await api.stream('POST', '/synapse/copy', request);
  for await (const { event, data } of stream === null ? [] : readEvents(stream)) {
    if (event === 'result') return JSON.parse(data) as CopyAnswer;
    if (event === 'refused') throw refusedAs(JSON.parse(data));
    if (event !== 'progress') continue;
    const { done, total } = JSON.parse(data) as { done: number; total: number };
    createProgressBar(terminal, request.to, total).at(done);
  }
  throw new CliError(tell('logs_ended'));
}

function refusedAs({ code, detail, fields }: { code: string; detail: string; fields: CliError['fields'] }): CliError {
  return new CliError(detail, { code, fields });
}
