/** Ways to sign in besides the password. */

/** A user's identity at the issuer of single sign-on. */
export interface IdentitiesTable {
  issuer: string;
  subject: string;
  user_id: string;
  email: string | null;
  created_at: number;
  last_used_at: number;
}

/** The secret that an authenticator app shares with us. */
export interface TotpTable {
  user_id: string;
  sealed: Buffer;
  /** The newest time step whose code was accepted: no code counts twice. */
  last_step: number;
  created_at: number;
  /** Null until the app has shown its first code; until then sign-in needs none. */
  confirmed_at: number | null;
}

/** Those that were not used yet. */
export interface RecoveryCodesTable {
  user_id: string;
  hash: Buffer;
}

export interface PasskeysTable {
  id: string;
  user_id: string;
  credential_id: string;
  public_key: Buffer;
  counter: number;
  /** JSON. */
  transports: string;
  name: string;
  created_at: number;
  last_used_at: number | null;
}

/** Challenges of passkeys that were answered: no answer counts twice. */
export interface UsedChallengesTable {
  challenge: string;
  expires_at: number;
}

/** A program that asks to be signed in from a browser. */
export interface SignInRequestsTable {
  /** Of the code that the program keeps. */
  device_hash: Buffer;
  /** What the person types. */
  user_code: string;
  program: string | null;
  /** 1: it asked for a session that may not decide. */
  limited: number;
  address: string;
  /** The session in which a person has allowed it; null until then. */
  session_id: string | null;
  refused: number;
  created_at: number;
  expires_at: number;
}
