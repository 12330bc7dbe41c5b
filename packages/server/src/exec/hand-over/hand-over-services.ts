/** What both sides of a hand-over use. */
import type { Logger } from 'pino';
import type { Agents } from '../../agents/agents.ts';
import type { Audit } from '../../audit/audit.ts';
import type { HandEntry } from '../../audit/hand-entry.ts';
import type { Bus } from '../../bus/bus.ts';
import type { Database } from '../../db/database.ts';
import type { Lease } from '../../instances/index.ts';
import type { Sealer } from '../../vault/sealer.ts';
import type { ExecServices } from '../run-exec.ts';

/** Somebody offers something, or has given something away. */
export const TOPIC = 'hand-overs.news';

/**
 * What becomes of a command when an instance stops. At the one that stops: handed, unclaimed (nobody took it). At the
 * one that goes on with it: taken, lost (it cannot).
 */
export type HandOverOutcome = 'handed' | 'unclaimed' | 'taken' | 'lost';

export interface HandOverServices extends ExecServices {
  readonly database: Database;
  readonly agents: Pick<Agents, 'pause' | 'resume'>;
  readonly audit: Pick<Audit, 'reopen' | 'instanceOf' | 'close'>;
  readonly handEntry: HandEntry;
  readonly bus: Bus;
  readonly lease: Lease;
  readonly log: Logger;
  readonly sealer: Sealer;
  /** Counts. */
  readonly handedOver: (outcome: HandOverOutcome, commands?: number) => void;
  /** An instance that gave no sign of life for this long is dead. */
  readonly deadAfterMs: number;
  /** So long the others have time to come forward when this one stops. */
  readonly handOverMs: number;
}
