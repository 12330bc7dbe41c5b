/** Who is at the other end of a new link: either it proves a pinned key, or it brings a one-time code and a new key. */
import { createPublicKey, verify } from 'node:crypto';
import { type AgentFrame, type LinkRefusal, proofText } from '@synapse/contract';
import type { Clock } from '../clock.ts';
import type { Database } from '../db/database.ts';
import {
  type AboutAgent,
  findAgent,
  findByCode,
  type KnownAgent,
  noteAbout,
  noteRefusal,
  pinKey,
  unconfirmEnrolled,
} from './agent-store.ts';
import { hashCode } from './enrollment-code.ts';

type Frame<T extends AgentFrame['type']> = Extract<AgentFrame, { type: T }>;
export type EnrolFrame = Frame<'enrol'>;
export type ProveFrame = Frame<'prove'>;

export type Verdict =
  | { readonly agent: KnownAgent }
  | {
      readonly refused: LinkRefusal;
      readonly machine: Pick<KnownAgent, 'machine_id' | 'workspace_id' | 'slug'> | null;
    };

export interface Handshake {
  enrol(frame: EnrolFrame, nonce: string, ip: string): Promise<Verdict>;
  prove(frame: ProveFrame, nonce: string, ip: string): Promise<Verdict>;
}

export function createHandshake(database: Database, clock: Clock): Handshake {
  const { queries } = database;

  /** Stored with the machine, so that its owner sees the attempt. */
  const refuse = async (reason: LinkRefusal, agent: KnownAgent | undefined, ip: string): Promise<Verdict> => {
    if (agent === undefined) return { refused: reason, machine: null };
    await noteRefusal(queries, agent.machine_id, { at: clock(), reason, ip });
    return { refused: reason, machine: agent };
  };

  return {
    enrol: async (frame, nonce, ip) => {
      const agent = await findByCode(queries, hashCode(frame.code));
      if (agent === undefined) return refuse('code_unknown', agent, ip);
      if (!isProof(frame, proofText('enrol', nonce, frame.code))) return refuse('bad_signature', agent, ip);
      const key = keyBytes(frame.public_key);
      // The same key again: its owner did not receive the first answer.
      if (agent.code_used_at !== null) {
        return agent.public_key?.equals(key) ? { agent } : refuse('code_used', agent, ip);
      }
      if (clock() >= agent.code_expires_at) return refuse('code_expired', agent, ip);
      const pinned = await database.transaction(async (tx) => {
        const newKey = { machineId: agent.machine_id, key, ip, about: aboutOf(frame) };
        if (!(await pinKey(tx, newKey, clock()))) return false;
        await unconfirmEnrolled(tx, agent.machine_id);
        return true;
      });
      return pinned ? { agent } : refuse('code_used', agent, ip);
    },

    prove: async (frame, nonce, ip) => {
      const agent = await findAgent(queries, frame.machine_id);
      if (agent === undefined) return refuse('unknown_machine', agent, ip);
      if (agent.public_key === null) return refuse('not_enrolled', agent, ip);
      if (!agent.public_key.equals(keyBytes(frame.public_key))) return refuse('key_changed', agent, ip);
      if (!isProof(frame, proofText('link', nonce, frame.machine_id))) return refuse('bad_signature', agent, ip);
      const about = aboutOf(frame);
      if (about.version !== agent.version || about.platform !== agent.platform || about.hostname !== agent.hostname) {
        await noteAbout(queries, agent.machine_id, about);
      }
      return { agent };
    },
  };
}

function isProof({ public_key, signature }: { public_key: string; signature: string }, text: string): boolean {
  try {
    const key = createPublicKey({ key: keyBytes(public_key), format: 'der', type: 'spki' });
    return (
      key.asymmetricKeyType === 'ed25519' && verify(null, Buffer.from(text), key, Buffer.from(signature, 'base64'))
    );
  } catch {
    return false;
  }
}

const keyBytes = (publicKey: string): Buffer => Buffer.from(publicKey, 'base64');

const aboutOf = ({ version, platform, hostname }: AboutAgent): AboutAgent => ({ version, platform, hostname });
