/** Sends each line to a webhook, to where the name really leads. */
import { createPost } from '../../outbound/post.ts';
import type { CopyTarget } from './copy-target.ts';

export function webhookTarget(url: string, allowPrivate: boolean): CopyTarget {
  const post = createPost({ allowPrivate });
  const headers = { 'content-type': 'application/json' };
  return {
    // Not its path, which often is the secret.
    name: new URL(url).origin,
    send: async (line) => (await post({ url, headers, body: line }))?.en ?? null,
    close: () => undefined,
  };
}
