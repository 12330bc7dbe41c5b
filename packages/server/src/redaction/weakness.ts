/** Recognises values that redaction cannot protect well, so that storing one can give a warning. */
import { normalise } from './normal-bytes.ts';

export type Weakness = 'too_short' | 'common';

/** From this length on (separators not counted) a value is redacted in every form. */
export const FULL_LENGTH = 6;

/** From this length on a value is redacted where it stands alone, with its exact letters. Shorter ones never. */
export const TOKEN_LENGTH = 4;

/** Words that occur in ordinary output all the time. */
const COMMON = new Set(
  `true false null none yes no on off root admin user test guest demo debug info prod production staging dev development
  local localhost default example password passwd passw0rd password1 password123 secret changeme change_me letmein welcome
  qwerty azerty abc123 abcdef 111111 000000 123123 123456 1234567 12345678 123456789 1234567890 postgres mysql mariadb
  redis mongo mongodb rabbitmq ubuntu debian alpine docker server client public private master main token string
  0.0.0.0 127.0.0.1 5432 3306 6379 8080 8000 3000 1234 4321 0000 1111`.split(/\s+/),
);

export function isCommon(value: string): boolean {
  const text = value.trim().toLowerCase();
  return COMMON.has(text) || /^(.)\1*$/su.test(text);
}

/**
 * `too_short`: fewer than 6 characters that count. Redacted only where it stands alone as a word (4 or 5 characters),
 * or not at all. `common`: redacted like any other value from 6 characters on, which will spoil innocent output.
 */
export function weakness(value: string): Weakness | null {
  if (effectiveLength(value) < FULL_LENGTH) return 'too_short';
  return isCommon(value) ? 'common' : null;
}

/** Characters that are not separators. */
export function effectiveLength(value: string): number {
  return [...normalise(Buffer.from(value)).toString('utf8')].length;
}
