/**
 * Unlocks a private key in a thread of its own: hashing its passphrase takes seconds on purpose, and must not block
 * others.
 */
import { createPrivateKey, randomBytes } from 'node:crypto';
import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import ssh2 from 'ssh2';

type Parsed = ReturnType<typeof ssh2.utils.parseKey>;

const UNLOCK = `
  const { parentPort, workerData: { library, privateKey, passphrase } } = require('node:worker_threads');
  const parsed = require(library).utils.parseKey(privateKey, passphrase);
  const key = Array.isArray(parsed) ? parsed[0] : parsed;
  parentPort.postMessage(key instanceof Error ? { failed: key.message } : { type: key.type, pem: key.getPrivatePEM() });
`;
/** Threads at once. Later requests wait. */
const AT_ONCE = 2;
export const LONGEST_MS = 60_000;
const HEAP_MIB = 64;

/** Null: it did not finish. */
type Told = { readonly failed: string | null } | { readonly type: string; readonly pem: string };

let atWork = 0;
const waiting: (() => void)[] = [];

/** Like `parseKey`, but off the event loop. Null when it took too long. */
export async function unlockKey(privateKey: string, passphrase: string): Promise<Parsed | null> {
  if (atWork >= AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve));
  else atWork += 1;
  try {
    const unlocked = await inThread(privateKey, passphrase);
    if (!('failed' in unlocked)) return parseUnlocked(unlocked);
    return unlocked.failed === null ? null : new Error(unlocked.failed);
  } finally {
    // The place goes to the next one.
    const next = waiting.shift();
    if (next === undefined) atWork -= 1;
    else next();
  }
}

function inThread(privateKey: string, passphrase: string): Promise<Told> {
  const library = createRequire(import.meta.url).resolve('ssh2');
  return new Promise((resolve) => {
    const worker = new Worker(UNLOCK, {
      eval: true,
      workerData: { library, privateKey, passphrase },
      execArgv: [],
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MIB },
    });
    const late = setTimeout(() => void worker.terminate(), LONGEST_MS);
    worker.once('message', resolve);
    worker.once('error', (error: Error) => resolve({ failed: String(error) }));
    worker.once('exit', () => {
      clearTimeout(late);
      resolve({ failed: null });
    });
    worker.unref();
  });
}

function parseUnlocked({ type, pem }: { readonly type: string; readonly pem: string }): Parsed {
  return ssh2.utils.parseKey(type === 'ssh-ed25519' ? openSshOf(pem) : pem);
}

/** The library writes such a key in a form that it cannot read itself. */
function openSshOf(pem: string): string {
  const { d = '', x = '' } = createPrivateKey(pem).export({ format: 'jwk' });
  const [seed, point] = [Buffer.from(d, 'base64url'), Buffer.from(x, 'base64url')];
  const field = (bytes: Buffer | string): Buffer => {
    const content = Buffer.from(bytes as string);
    const length = Buffer.alloc(4);
    length.writeUInt32BE(content.length);
    return Buffer.concat([length, content]);
  };
  const open = Buffer.concat([field('ssh-ed25519'), field(point)]);
  const check = randomBytes(4);
  const secret = Buffer.concat([check, check, open, field(Buffer.concat([seed, point])), field('')]);
  const padding = Buffer.from(Array.from({ length: (8 - (secret.length % 8)) % 8 }, (_, index) => index + 1));
  const keys = Buffer.concat([Buffer.of(0, 0, 0, 1), field(open), field(Buffer.concat([secret, padding]))]);
  const body = Buffer.concat([Buffer.from('openssh-key-v1\0'), field('none'), field('none'), field(''), keys]);
  const lines = body.toString('base64').replace(/.{1,70}/g, '$&\n');
  return `-----BEGIN OPENSSH PRIVATE KEY-----\n${lines}-----END OPENSSH PRIVATE KEY-----\n`;
}
