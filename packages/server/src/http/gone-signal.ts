/** Aborted when the caller goes away before there is an answer. */
import type { FastifyReply } from 'fastify';

export function goneSignal({ raw }: FastifyReply): { readonly signal: AbortSignal; forget(): void } {
  const gone = new AbortController();
  const onClose = (): void => {
    if (!raw.writableFinished) gone.abort();
  };
  raw.once('close', onClose);
  return { signal: gone.signal, forget: () => raw.off('close', onClose) };
}
