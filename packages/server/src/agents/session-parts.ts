/** What the session of an agent is given, and what it holds. */
import type { AgentLink } from './agent-link.ts';
import type { PresenceTimes } from './agent-presence.ts';
import type { ProveFrame } from './handshake.ts';
import type { Route } from './relays.ts';
import type { Progress } from './remote-command.ts';
import type { SharedConnection } from './shared-connection.ts';

/** What this agent's session needs of the other instances. */
export interface Others {
  /** A route to the agent through the instance that holds its link. Null when none does. */
  open(progress: Progress): Promise<Route | null>;
  ping(): Promise<boolean>;
  /** Milliseconds since any of them saw it. Null: never. */
  silenceMs(): Promise<number | null>;
  /** Lets the other instances use this link; `commands` are theirs. The returned function ends that. */
  share(link: AgentLink, proof: ProveFrame, commands: readonly string[]): { shared: SharedConnection; end: () => void };
}

export interface SessionOptions {
  readonly slug: string;
  readonly times: PresenceTimes;
  /** Milliseconds since it was last seen, also before this process started. Null: never. */
  readonly silenceMs: number | null;
  /** A link came or went. */
  readonly onChange: (connected: boolean) => void;
  /** Null when this instance is the only one. */
  readonly others: Others | null;
}

/** The link that this instance holds. */
export interface Held {
  readonly link: AgentLink;
  readonly boot: string;
  readonly attempt: number;
  stopSharing(): void;
}
