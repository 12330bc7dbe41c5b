/** The rules of journal tokens: a Git hook keeps one. It can only journal commits, until it is revoked. */
import {
  because,
  type CreatedJournalToken,
  JOURNAL_LIMITS,
  type JournalToken,
  type NewJournalToken,
  Refusal,
} from '@synapse/contract';
import { lockUser, type UserRow } from '../auth/users.ts';
import { type Clock, DAY_MS, isoTime, isoTimeOrNull } from '../clock.ts';
import { generateToken, hashToken, isWellFormedToken, tokenHint } from '../credentials/token-format.ts';
import type { Database } from '../db/database.ts';
import { newId } from '../ids.ts';
import {
  findLiveJournalToken,
  forgetJournalTokens,
  insertJournalToken,
  listJournalTokens,
  revokeJournalToken,
  touchJournalToken,
} from './journal-token-store.ts';

export interface JournalTokens {
  create(owner: UserRow, wish: NewJournalToken): Promise<CreatedJournalToken>;
  list(owner: UserRow): Promise<JournalToken[]>;
  revoke(owner: UserRow, id: string): Promise<void>;
  /** The token itself is the credential. False if there never was one. */
  revokeItself(token: string): Promise<boolean>;
  /** Whose it is. Throws journal_token_invalid for anything but a live token of an enabled user. */
  resolve(token: string): Promise<{ id: string; user: UserRow }>;
}

const KEPT_REVOKED_MS = 30 * DAY_MS;
/** Not every commit of a series need record that the token was used. */
const TOUCH_MS = 60_000;

export function createJournalTokens(database: Database, clock: Clock): JournalTokens {
  const { queries } = database;
  return {
    create: async (owner, { label }) => {
      const now = clock();
      const token = generateToken('journal');
      const row = {
        id: newId(now),
        user_id: owner.id,
        hash: hashToken(token),
        hint: tokenHint('journal', token),
        label: label ?? null,
        created_at: now,
        last_used_at: null,
        revoked_at: null,
      };
      await database.transaction(async (tx) => {
        await lockUser(tx, owner.id);
        await forgetJournalTokens(tx, owner.id, now - KEPT_REVOKED_MS);
        const active = (await listJournalTokens(tx, owner.id)).filter(({ revoked_at }) => revoked_at === null);
        const max = JOURNAL_LIMITS.tokens;
        if (active.length >= max) throw new Refusal('limit_reached', { max, what: because('journal_tokens') });
        await insertJournalToken(tx, row);
      });
      return { id: row.id, token, token_hint: row.hint, label: row.label, created_at: isoTime(now) };
    },

    list: async (owner) =>
      (await listJournalTokens(queries, owner.id)).map((row) => ({
        id: row.id,
        token_hint: row.hint,
        label: row.label,
        status: row.revoked_at === null ? ('active' as const) : ('revoked' as const),
        created_at: isoTime(row.created_at),
        last_used_at: isoTimeOrNull(row.last_used_at),
        revoked_at: isoTimeOrNull(row.revoked_at),
      })),

    revoke: async (owner, id) => {
      if (!(await revokeJournalToken(queries, { userId: owner.id, id }, clock()))) throw new Refusal('not_found');
    },

    revokeItself: async (token) =>
      isWellFormedToken('journal', token) && (await revokeJournalToken(queries, { hash: hashToken(token) }, clock())),

    resolve: async (token) => {
      const found = isWellFormedToken('journal', token)
        ? await findLiveJournalToken(queries, hashToken(token))
        : undefined;
      if (found === undefined) throw new Refusal('journal_token_invalid');
      const now = clock();
      if (now - (found.last_used_at ?? 0) >= TOUCH_MS) await touchJournalToken(queries, found.id, now);
      return { id: found.id, user: found.user };
    },
  };
}
