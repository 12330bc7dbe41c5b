/** Why a service is not ready, as it says on /readyz, in words. */
import { type Api, reach } from './api.ts';
import { type Said, tell } from './words/tell.ts';

const WORDS: Readonly<Record<string, Said>> = {
  disk: 'ready_disk',
  database: 'ready_database',
  lease: 'ready_lease',
  stopping: 'ready_stopping',
  nats: 'ready_nats',
  schema: 'ready_schema',
};

/** Null: it is ready, or does not say. */
export async function readReason({ url }: Pick<Api, 'url'>): Promise<string | null> {
  try {
    const answer = await reach(`${url}/readyz`, { signal: AbortSignal.timeout(5_000) });
    const { reason } = (await answer.json()) as { readonly reason?: unknown };
    return typeof reason === 'string' ? reason : null;
  } catch {
    return null;
  }
}

export function reasonInWords(reason: string): string {
  const said = WORDS[reason];
  return said === undefined ? reason : tell(said);
}
