/**
 * Signed marks outside the database. A chain alone shows neither a cut tail nor a full rewrite: whoever can write the
 * database can hash. A checkpoint says, under a key that is not there, how long the chain was and what it ended in.
 */
import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from '../make-folder.ts';

export interface Checkpoint {
  readonly user_id: string;
  readonly seq: number;
  readonly hash: string;
  readonly time: string;
}

interface SignedCheckpoint extends Checkpoint {
  readonly signature: string;
}

export interface Checkpoints {
  /** Writes a mark for every chain that has grown since its last one; returns them for the log. */
  write(heads: readonly { user_id: string; seq: number; hash: Buffer }[], now: number): Checkpoint[];
  /** The marks whose signature holds, and how many do not. */
  read(): { valid: Checkpoint[]; forged: number };
}

/** An Ed25519 private key as PKCS #8 is this prefix and 32 bytes of seed. */
const PKCS8_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');

export function createCheckpoints(dataDir: string, seed: Buffer): Checkpoints {
  const file = join(dataDir, 'audit-checkpoints.jsonl');
  const privateKey = createPrivateKey({
    key: Buffer.concat([PKCS8_PREFIX, seed]),
    format: 'der',
    type: 'pkcs8',
  });
  const publicKey = createPublicKey(privateKey);

  const read: Checkpoints['read'] = () => {
    const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : [];
    const valid = lines.map((line) => readCheckpoint(line, publicKey)).filter((mark) => mark !== null);
    return { valid, forged: lines.length - valid.length };
  };
  const last = new Map(read().valid.map((mark) => [mark.user_id, mark.seq]));

  return {
    read,
    write: (heads, now) => {
      const grown = heads.filter((head) => head.seq > (last.get(head.user_id) ?? 0));
      const marks = grown.map((head) => ({
        user_id: head.user_id,
        seq: head.seq,
        hash: head.hash.toString('hex'),
        time: new Date(now).toISOString(),
      }));
      // With the database and the master key elsewhere nobody has made it yet.
      if (marks.length > 0) makeFolder(dataDir);
      for (const mark of marks) {
        const signature = sign(null, signedBytes(mark), privateKey).toString('base64');
        appendFileSync(file, `${JSON.stringify({ ...mark, signature })}\n`, { mode: 0o600 });
        last.set(mark.user_id, mark.seq);
      }
      return marks;
    },
  };
}

function signedBytes({ user_id, seq, hash, time }: Checkpoint): Buffer {
  return Buffer.from(JSON.stringify(['synapse audit checkpoint v1', user_id, seq, hash, time]));
}

function readCheckpoint(line: string, publicKey: KeyObject): Checkpoint | null {
  try {
    const { signature, ...mark } = JSON.parse(line) as SignedCheckpoint;
    return verify(null, signedBytes(mark), publicKey, Buffer.from(signature, 'base64')) ? mark : null;
  } catch {
    return null;
  }
}
