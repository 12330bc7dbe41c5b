/** How a client is connected by default: the way that works without further settings. */
import type { AiClient } from '@synapse/contract/ai-clients';
import { readToken } from '../session.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** `sign-in`: the bare address. `header`: with the token, or the name of the variable that holds it. */
export type Way = 'sign-in' | 'header' | 'synapse' | 'mcp-remote';

/** Clients that open a browser to sign in. */
export const SIGN_IN: readonly AiClient[] = ['claude-code', 'cursor', 'vscode'];
/** Clients whose file names a variable of the environment that the client is started with. */
const BY_VARIABLE: readonly AiClient[] = ['claude-code', 'cursor', 'codex', 'gemini', 'qwen', 'opencode'];

export async function chooseWay(
  client: AiClient,
  url: string,
  env: Env,
  isSignInOffered: () => Promise<boolean>,
): Promise<Way> {
  // Its file can only name programs.
  if (client === 'claude') return 'synapse';
  if (SIGN_IN.includes(client) && (await isSignInOffered())) return 'sign-in';
  // An unset variable would be an empty token. The bridge reads the saved one by itself.
  const unset = BY_VARIABLE.includes(client) && !env.SYNAPSE_TOKEN;
  return unset && readToken(env, url) !== null ? 'synapse' : 'header';
}
