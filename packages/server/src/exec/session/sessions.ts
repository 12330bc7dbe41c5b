/** Sessions of shell commands: what the last command of a name left is there for the next one. */
import { createHash, randomBytes } from 'node:crypto';
import type { Clock } from '../../clock.ts';
import type { Database } from '../../db/database.ts';
import type { MachineRecord } from '../../machines/machines.ts';
import { CannotOpen } from '../../vault/cipher.ts';
import type { Sealer } from '../../vault/sealer.ts';
import { actorIdOf, type Order } from '../order.ts';
import type { SessionState } from './session-script.ts';
import { findSession, putSession } from './session-store.ts';

export interface OpenSession {
  readonly name: string;
  /** Null: nothing was kept yet. */
  readonly state: SessionState | null;
  /** Of the report of this command. */
  readonly nonce: string;
  keep(state: SessionState): Promise<void>;
}

export interface Sessions {
  /** At another address, or in another workspace, a machine is another one: what was kept for the old one is not sent to it. */
  open(order: Order, machine: MachineRecord, container: string | null): Promise<OpenSession | null>;
}

const KEPT_MS = 8 * 3_600_000;
const MOST_OF_USER = 50;
const MOST_BYTES = 64 * 1024;

export function createSessions(database: Database, clock: Clock, sealer: Sealer): Sessions {
  return {
    open: async (order, machine, container) => {
      const { tokenId, request } = order;
      const userId = actorIdOf(order);
      const name = request.session;
      if (name === undefined) return null;
      const key = JSON.stringify([machine.workspaceId, machine.id, machine.connection, container, tokenId, name]);
      const id = createHash('sha256').update(key).digest('hex');
      const context = ['shell-session', userId, id];
      const sealed = await findSession(database.queries, userId, id, clock());
      return {
        name,
        state: sealed === null ? null : opened(sealer, sealed, context),
        nonce: randomBytes(16).toString('hex'),
        keep: async (state) => {
          const bytes = Buffer.from(JSON.stringify(state));
          if (bytes.length > MOST_BYTES) return;
          const row = { user_id: userId, id, sealed: sealer.seal(bytes, context), expires_at: clock() + KEPT_MS };
          await putSession(database.queries, row, MOST_OF_USER);
        },
      };
    },
  };
}

/** What was sealed under a key that is gone is gone, too. */
function opened(sealer: Sealer, sealed: Buffer, context: readonly string[]): SessionState | null {
  try {
    return JSON.parse(sealer.open(sealed, context).toString()) as SessionState;
  } catch (error) {
    if (error instanceof CannotOpen) return null;
    throw error;
  }
}
