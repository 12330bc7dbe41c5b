/** Machines, their health, agents and the vault. */
import type { Generated } from 'kysely';
import type { WorkspaceId } from '../../ids.ts';

export interface MachinesTable {
  id: string;
  workspace_id: WorkspaceId;
  slug: string;
  label: string;
  kind: string;
  /** JSON array of names. */
  containers: string;
  default_container: string | null;
  default_cwd: string | null;
  /** The name of a secret. */
  sudo_secret: string | null;
  /** JSON object, by kind. Holds names of secrets, never values. */
  connection: string | null;
  /** JSON object: `host:port` → the key that was seen there first. */
  host_keys: Generated<string>;
  /** JSON object: the container's name, or '' for the host itself → which sandbox was found there, and when. */
  sandboxes: Generated<string>;
  /** JSON array of names, each once, sorted. */
  tags: Generated<string>;
  statut: string;
  /** `person` or `assistant`. */
  made_by: Generated<string>;
  /** 1: a person has given or confirmed where it leads. */
  confirmed: Generated<number>;
  /** Grows with every change. */
  version: Generated<number>;
  last_seen_at: number | null;
  last_failed_at: number | null;
  created_at: number;
  updated_at: number;
}

export interface MachineHealthTable {
  machine_id: string;
  /** When the next check may begin. */
  due_at: number;
  /** An instance is checking it, and is taken for dead after this. */
  taken_until: number | null;
  checked_at: number | null;
  /** What the last check took; null when it failed. */
  ms: number | null;
  /** The code with which the last check failed. */
  refusal: string | null;
  /** JSON: what that refusal says, by language. */
  message: string | null;
  /** Failed checks in a row. */
  failures: Generated<number>;
  /** JSON: the last day in slots, see `health/slots.ts`. */
  slots: Generated<string>;
}

export interface AgentsTable {
  machine_id: string;
  code_hash: Buffer;
  code_expires_at: number;
  /** When an agent used it to enrol its key. */
  code_used_at: number | null;
  /** The enrolled agent's public key: SPKI, DER. */
  public_key: Buffer | null;
  enrolled_ip: string | null;
  version: string | null;
  platform: string | null;
  hostname: string | null;
  /** The last time that a link claiming to be this machine was refused. */
  refused_at: number | null;
  refused_reason: string | null;
  refused_ip: string | null;
}

/** Values of people that an assistant replaced or deleted. They are only looked for in what is shown. */
export interface ReplacedSecretsTable {
  workspace_id: WorkspaceId;
  name: string;
  version: number;
  key_id: string;
  wrapped_key: Buffer;
  sealed: Buffer;
}

export interface SecretsTable {
  workspace_id: WorkspaceId;
  name: string;
  version: number;
  key_id: string;
  wrapped_key: Buffer;
  sealed: Buffer;
  created_at: number;
  updated_at: number;
  last_used_at: number | null;
  /** JSON arrays of globs; null: any. */
  machines: string | null;
  programs: string | null;
  description: string | null;
  folder: string | null;
  expires_at: number | null;
  /** After so many days without a new value, a reminder. */
  rotate_days: number | null;
  /** When the value itself was last stored; null: with the last change. */
  value_at: number | null;
  /** Who last set the value: `person` or `assistant`. */
  made_by: Generated<string>;
  /** JSON array of slugs that `machines` matches and whose machine was removed since; `*`: any. */
  removed_machines: Generated<string>;
}

export interface VaultVersionsTable {
  workspace_id: WorkspaceId;
  version: number;
}
