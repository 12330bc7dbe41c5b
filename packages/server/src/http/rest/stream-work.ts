/** Streams long work over REST: its events, then `result` or `refused`. */
import { Refusal } from '@synapse/contract';
import type { Sessions } from '../../auth/sessions.ts';
import type { Call } from '../endpoint.ts';
import type { OpenStreams } from '../open-streams.ts';
import { openEventWriter } from './event-writer.ts';

export interface StreamServices {
  readonly sessions: Pick<Sessions, 'isLive'>;
  readonly openStreams: OpenStreams;
}

/** The stream is open before the work begins, so a refusal is sent in it. `work` ends when the reader is gone. */
export async function streamWork(
  { sessions, openStreams }: StreamServices,
  call: Call<'pilot' | 'runner'>,
  work: (signal: AbortSignal, send: (event: string, data: unknown) => void) => Promise<unknown>,
): Promise<never> {
  const { session, ip, language, reply } = call;
  reply.raw.once('close', openStreams.open(session.user.id, ip));
  const writer = openEventWriter(reply, () => sessions.isLive(session));
  try {
    writer.send('result', await work(writer.gone, (event, data) => void writer.send(event, data)));
  } catch (error) {
    const refusal = error instanceof Refusal ? error : new Refusal('internal', { request_id: call.requestId });
    writer.send('refused', { code: refusal.code, detail: refusal.in(language), fields: refusal.fieldsIn(language) });
    if (refusal !== error) call.request.log.error({ err: error }, 'event stream failed');
  } finally {
    writer.end();
  }
  return reply as never;
}
