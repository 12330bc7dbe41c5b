/** Whether clients can sign in to a service by themselves (OAuth), so that they need no token. */

const ANSWER_MS = 5_000;

/** Also false without an answer: a token in a header always works. */
export async function signInOffered(url: string): Promise<boolean> {
  try {
    const answer = await fetch(`${url}/.well-known/oauth-protected-resource/mcp`, {
      signal: AbortSignal.timeout(ANSWER_MS),
      redirect: 'error',
    });
    if (!answer.ok) return false;
    const { resource } = (await answer.json()) as { resource?: unknown };
    return resource === `${url}/mcp`;
  } catch {
    return false;
  }
}
