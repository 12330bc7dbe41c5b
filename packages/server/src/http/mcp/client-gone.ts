/** A client that went away, told apart from one that cancelled its call. */

const GONE = 'ClientGone';

export function clientGone(): DOMException {
  return new DOMException('the client is gone', GONE);
}

/** The same signal for one who can come back for the answer: only a cancellation counts. */
export function unlessGone(signal: AbortSignal): AbortSignal {
  const own = new AbortController();
  const follow = (): void => {
    if (!(signal.reason instanceof DOMException) || signal.reason.name !== GONE) own.abort(signal.reason);
  };
  if (signal.aborted) follow();
  else signal.addEventListener('abort', follow, { once: true });
  return own.signal;
}
