/** One command on many machines over REST: answered at the end, or told as it happens. */
import { ExecManyRequest, ExecManyResult, type ManyEvent } from '@synapse/contract';
import type { Sessions } from '../../auth/sessions.ts';
import type { RunMany } from '../../many/run-many.ts';
import { type AliasedServices, byAlias } from '../by-alias.ts';
import { endpoint } from '../endpoint.ts';
import { goneSignal } from '../gone-signal.ts';
import { manyInLanguage } from '../many-in-language.ts';
import type { OpenStreams } from '../open-streams.ts';
import { namedIn, personOrder } from './person-order.ts';
import { streamWork } from './stream-work.ts';

export interface ExecManyServices extends AliasedServices {
  readonly runMany: RunMany;
  readonly sessions: Pick<Sessions, 'isLive'>;
  readonly openStreams: OpenStreams;
}

type Run = (signal: AbortSignal, onMachine?: (event: ManyEvent) => void) => Promise<ExecManyResult>;

export const execMany = (services: ExecManyServices) =>
  endpoint({
    summary:
      'Run a command on many machines; the same as the tool synapse_exec_many. With `Accept: text/event-stream`, an event `machine` tells of each as it happens, and `result` or `refused` ends it.',
    access: 'runner',
    body: ExecManyRequest,
    complete: byAlias(services, ExecManyRequest),
    answer: ExecManyResult,
    media: ['text/event-stream'],
    handle: async ({ body }, call) => {
      const { language, request, reply } = call;
      const run: Run = async (signal, onMachine) => {
        const result = await services.runMany({
          ...personOrder(call),
          request: { ...body, machines: body.machines.map((name) => namedIn(call, name)) },
          signal,
          ...(onMachine && { onMachine }),
        });
        return manyInLanguage(result, language);
      };
      if (request.headers.accept?.includes('text/event-stream')) {
        return streamWork(services, call, (signal, send) => run(signal, (event) => send('machine', event)));
      }
      const gone = goneSignal(reply);
      return run(gone.signal).finally(gone.forget);
    },
  });
