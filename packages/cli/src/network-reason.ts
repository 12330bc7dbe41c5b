/** Why a request failed, in one word: what the system calls it (ECONNREFUSED), or the error's own name. */
export function networkReason(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const { code } = cause as NodeJS.ErrnoException;
  // An abort has a number for a code.
  if (typeof code === 'string') return code;
  return cause instanceof Error ? (cause.name === 'TimeoutError' ? cause.name : cause.message) : String(cause);
}
