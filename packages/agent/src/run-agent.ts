/** Keeps the agent connected: one link after another, with the same commands. */
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { createLocalExecutor, loginPath } from '@synapse/runner';
import { replacedDelayMs, retryDelayMs } from './backoff.ts';
import { createCommands } from './commands.ts';
import type { Home, Identity } from './home.ts';
import { readKey } from './key.ts';
import type { Limits } from './limits.ts';
import { refusalText } from './refusal-text.ts';
import { serveLink } from './serve-link.ts';
import { VERSION } from './version.ts';
import { tell } from './words.ts';

export interface AgentOptions {
  readonly home: Home;
  readonly identity: Identity;
  readonly limits: Limits;
  /** Of the commands. */
  readonly umask: number;
  readonly signal: AbortSignal;
  /** For the terminal. */
  readonly say: (line: string) => void;
}

/** Resolves when stopped. Rejects when the service refuses this agent for good. */
export async function runAgent({ home, identity, limits, umask, signal, say }: AgentOptions): Promise<void> {
  // Commands get what a login of the owner's has, and nothing else of the agent's environment.
  const executor = createLocalExecutor({
    environment: { PATH: loginPath(process.env.PATH) },
    umask,
    own: [home.folder],
  });
  const commands = createCommands({ executor, limits, home });
  const key = readKey(identity.private_key);
  const boot = randomUUID();
  let tries = 0;
  let attempt = 0;

  const note = (connected: boolean, text: string | null): void => {
    home.saveState({ pid: process.pid, version: VERSION, connected, since: new Date().toISOString(), note: text });
    home.log({ event: connected ? 'connected' : 'disconnected', server: identity.server, reason: text });
    const { server, slug } = identity;
    say(connected ? tell('connected', { server, slug }) : tell('not_connected', { reason: text ?? '' }));
  };
  const onWelcome = (): void => {
    tries = 0;
    note(true, null);
  };

  try {
    while (!signal.aborted) {
      const end = await serveLink({ identity, key, boot, attempt: ++attempt, commands, onWelcome, signal });
      if (signal.aborted) return;
      if (end.kind === 'refused') throw new Error(refusalText(end.reason));
      if (tries === 0) note(false, end.kind === 'replaced' ? tell('taken_over') : end.reason);
      const wait = end.kind === 'replaced' ? replacedDelayMs(Math.random()) : retryDelayMs(tries, Math.random());
      tries += 1;
      await delay(wait, null, { signal }).catch(() => {});
    }
  } finally {
    await commands.stop();
    home.saveState(null);
  }
}
