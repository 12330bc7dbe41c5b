/** A client that went away, told apart from one that cancelled its call. */

const GONE = 'ClientGone';

export function clientGone(): DOMException {
  return new DOMException('the client is gone', GONE);
}

/** The same signal for a caller that can fetch the answer later: it is aborted by a cancellation alone. */
export function unlessGone(signal: AbortSignal): AbortSignal {
  const own = new AbortController();
  const follow = (): void => {
    if (!(signal.reason instanceof DOMException) || signal.reason.name !== GONE) own.abort(signal.reason);
  };
  if (signal.aborted) follow();
  else signal.addEventListener('abort', follow, { once: true });
  return own.signal;
}
