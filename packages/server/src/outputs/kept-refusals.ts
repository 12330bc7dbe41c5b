/** Stores why a command did not run, for later calls: the first call may have been answered before. */
import {
  DEFAULT_LANGUAGE,
  ERRORS,
  type ErrorCode,
  errorMessage,
  type Language,
  Refusal,
  type RefusalDetails,
} from '@synapse/contract';
import { type Clock, DAY_MS } from '../clock.ts';
import type { Database, Queries } from '../db/database.ts';
import type { WorkspaceId } from '../ids.ts';
import { findRefusal, insertRefusal } from './refusal-store.ts';

export interface KeptRefusals {
  /** Writes it in the caller's transaction. Its details must be redacted. */
  keep(
    workspaceId: WorkspaceId,
    executionId: string,
    refusal: Pick<Refusal, 'details'>,
  ): (tx: Queries) => Promise<void>;
  /** As it was. Once its details are gone, only with what its code says. */
  find(workspaceId: WorkspaceId, executionId: string, code: string): Promise<Refusal>;
}

const KEPT_MS = DAY_MS;

export function createKeptRefusals(database: Database, clock: Clock): KeptRefusals {
  return {
    keep: (workspaceId, executionId, { details }) => {
      const row = { execution_id: executionId, workspace_id: workspaceId, details: JSON.stringify(details) };
      return async (tx) => insertRefusal(tx, { ...row, expires_at: clock() + KEPT_MS });
    },
    find: async (workspaceId, executionId, written) => {
      const code = isKnown(written) ? written : 'internal';
      const kept = await findRefusal(database.queries, workspaceId, executionId);
      if (kept !== null) return new Refusal(code, JSON.parse(kept) as RefusalDetails);
      return new BareRefusal(code);
    },
  };
}

function isKnown(code: string): code is ErrorCode {
  return Object.hasOwn(ERRORS, code);
}

/** A refusal whose details are gone: without the places that they would fill. */
class BareRefusal extends Refusal {
  constructor(code: ErrorCode) {
    super(code);
    this.message = this.in(DEFAULT_LANGUAGE);
  }

  override in(language: Language): string {
    return errorMessage(this.code, {}, language)
      .replace(/ ?[:(]? ?\{[a-z_]+\}\)?/g, '')
      .trim();
  }
}
