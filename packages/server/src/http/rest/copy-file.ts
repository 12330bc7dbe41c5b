/** Copying from one machine to another over REST: told as it happens, because it may take an hour. */
import { CopyAnswer, CopyRequest } from '@synapse/contract';
import type { Sessions } from '../../auth/sessions.ts';
import type { RunExec } from '../../exec/run-exec.ts';
import { copyBetween } from '../copy-between.ts';
import { endpoint } from '../endpoint.ts';
import type { OpenStreams } from '../open-streams.ts';
import { namedIn, personOrder } from './person-order.ts';
import { tellLive } from './tell-live.ts';

export interface CopyServices {
  readonly runExec: RunExec;
  readonly sessions: Pick<Sessions, 'isLive'>;
  readonly openStreams: OpenStreams;
}

export const copyFile = (services: CopyServices) =>
  endpoint({
    summary:
      'Copy a file or a folder from one machine to another; the same as the tool synapse_copy. An event `progress` tells how far it is, and `result` or `refused` ends it.',
    access: 'runner',
    body: CopyRequest,
    answer: CopyAnswer,
    media: ['text/event-stream'],
    handle: ({ body }, call) =>
      tellLive(services, call, (signal, send) =>
        copyBetween(
          services.runExec,
          { from: namedIn(call, body.from), to: namedIn(call, body.to) },
          { ...personOrder(call), signal },
          (done, total) => send('progress', { done, total }),
        ),
      ),
  });
