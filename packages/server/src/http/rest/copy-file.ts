/** Copying from one machine to another over REST: told as it happens, because it may take an hour. */
import { CopyAnswer, CopyRequest } from '@synapse/contract';
import type { Sessions } from '../../auth/sessions.ts';
import type { RunExec } from '../../exec/run-exec.ts';
import { copyBetween } from '../copy-between.ts';
import { type Call, endpoint } from '../endpoint.ts';
import type { OpenStreams } from '../open-streams.ts';
import { sourceOf } from '../source-of.ts';
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
    access: 'pilot',
    body: CopyRequest,
    answer: CopyAnswer,
    media: ['text/event-stream'],
    handle: ({ body }, call) =>
      tellLive(services, call, (signal, send) =>
        copyBetween(services.runExec, body, orderedBy(call, signal), (done, total) =>
          send('progress', { done, total }),
        ),
      ),
  });

function orderedBy({ session, ip, requestId, request }: Call<'pilot'>, signal: AbortSignal) {
  return {
    userId: session.user.id,
    role: session.user.role,
    source: sourceOf(request),
    tokenId: null,
    tokenHint: null,
    tokenLabel: null,
    client: null,
    ip,
    requestId,
    signal,
  };
}
