/**
 * A token as a string: a prefix for its kind, 43 random letters and digits, and a checksum that catches typing
 * mistakes.
 */
import { hash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { TOKEN_PREFIXES, type TokenKind } from '@synapse/contract';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const RANDOM_LENGTH = 43;
const CHECKSUM_LENGTH = 6;
/** Clients that connected by OAuth have tokens of this form, too, so that they can be told from other random text. */
export const PREFIXES = { ai: TOKEN_PREFIXES.ai, journal: TOKEN_PREFIXES.journal, oauth: 'dk_oauth_' } as const;
/** What comes after the prefix. */
export const TOKEN_REST = RANDOM_LENGTH + CHECKSUM_LENGTH;
const shapeOf = (kind: keyof typeof PREFIXES): RegExp => new RegExp(`^${PREFIXES[kind]}[0-9A-Za-z]{${TOKEN_REST}}$`);
const SHAPES = { ai: shapeOf('ai'), journal: shapeOf('journal'), oauth: shapeOf('oauth') } as const;

export function generateToken(kind: keyof typeof PREFIXES): string {
  const body = PREFIXES[kind] + randomLetters(RANDOM_LENGTH);
  return body + checksum(body);
}

/** False for what cannot be a token: a mistyped one is refused without asking the database. */
export function isWellFormedToken(kind: keyof typeof PREFIXES, text: string): boolean {
  return SHAPES[kind].test(text) && checksum(text.slice(0, -CHECKSUM_LENGTH)) === text.slice(-CHECKSUM_LENGTH);
}

/** What is stored. The token has 256 random bits, so a plain hash cannot be reversed by trying. */
export function hashToken(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}

/** Enough to recognise a token, far too little to use it. */
export function tokenHint(kind: TokenKind, token: string): string {
  return `${token.slice(0, TOKEN_PREFIXES[kind].length + 4)}…${token.slice(-4)}`;
}

function randomLetters(length: number): string {
  let letters = '';
  while (letters.length < length) {
    for (const byte of randomBytes(length)) {
      // 248 is the largest multiple of 62 in a byte. Beyond it, the first letters would be more likely.
      if (byte < 248 && letters.length < length) letters += ALPHABET[byte % ALPHABET.length];
    }
  }
  return letters;
}

function checksum(text: string): string {
  let rest = crc32(text);
  let digits = '';
  for (let place = 0; place < CHECKSUM_LENGTH; place++) {
    digits = ALPHABET[rest % ALPHABET.length] + digits;
    rest = Math.floor(rest / ALPHABET.length);
  }
  return digits;
}
