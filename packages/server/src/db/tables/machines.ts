/** Machines, agents and the vault. */
import type { Generated } from 'kysely';

export interface MachinesTable {
  id: string;
  user_id: string;
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
  statut: string;
  last_seen_at: number | null;
  last_failed_at: number | null;
  created_at: number;
  updated_at: number;
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
  /** The last time that somebody was turned away who claimed to be this machine. */
  refused_at: number | null;
  refused_reason: string | null;
  refused_ip: string | null;
}

export interface SecretsTable {
  user_id: string;
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
}

export interface VaultVersionsTable {
  user_id: string;
  version: number;
}
