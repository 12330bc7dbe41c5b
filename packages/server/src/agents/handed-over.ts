/** A command on an agent that another instance goes on waiting for. */

/** Where the other instance has to go on. */
export interface Position {
  /** The start of the agent that runs it. */
  readonly boot: string;
  /** How much of its output was taken. */
  readonly taken: number;
}

/** It runs on, and nothing of it is taken in here. */
export interface PausedCommand {
  readonly at: Position;
  /** It stays here after all. */
  goOn(): void;
  /** It is the other's: the agent hears nothing more of it from here. */
  letGo(): void;
  /** Ends the waiting for it here, with `HandedOver`. */
  leave(): void;
}

/** What becomes of the command will be known elsewhere. */
export class HandedOver extends Error {}
