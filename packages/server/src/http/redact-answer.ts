/**
 * The last step of an answer: removes the values of its owner's vault from its texts. What was harmless when it was
 * written may contain a secret by now. It stays stored as it was, and is shown without the value.
 */
import type { Redactor } from '../redaction/index.ts';

type RedactText = Redactor['redactText'];

/** With the newest version of a user's vault. A caller that has just read the version passes it. */
export type RedactorOf = (userId: string, version?: number) => Promise<RedactText>;

/**
 * The fields that hold words of people, programs and assistants. All other fields are names of things, numbers, or
 * words of the service itself; `stdout` and `stderr` have passed a redactor when the result was made.
 */
const TEXTS = new Set([
  'about',
  'client',
  'client_name',
  'command',
  'command_template',
  'comment',
  'content',
  'cwd',
  'default_cwd',
  'description',
  'diff',
  'place',
  'file',
  'display_name',
  'folder',
  'hints',
  'image',
  'label',
  'markdown',
  'message',
  'path',
  'program',
  'reason',
  'local_isolation_reason',
  'rule',
  'snippet',
  'tags',
  'text',
  'title',
  'token_label',
  'why',
]);

/** A way in for a new agent, shown once to whoever makes it: a credential that is meant to be read. */
const ONCE = 'enrollment';

/** What has a number may have any name, so its name is text. What has no number is found by its name. */
function isText(key: string, { id }: Record<string, unknown>): boolean {
  return TEXTS.has(key) || (key === 'name' && typeof id === 'number');
}

/** `version`: of the vault, where it is known already. */
export async function redactAnswer<T>(answer: T, userId: string, redactorOf: RedactorOf, version?: number): Promise<T> {
  return hasText(answer, false) ? (rewrite(answer, false, await redactorOf(userId, version)) as T) : answer;
}

function hasText(value: unknown, inText: boolean): boolean {
  if (typeof value === 'string') return inText && value !== '';
  if (Array.isArray(value)) return value.some((one) => hasText(one, inText));
  return (
    isRecord(value) &&
    Object.entries(value).some(([key, member]) => key !== ONCE && hasText(member, isText(key, value)))
  );
}

function rewrite(value: unknown, inText: boolean, redact: RedactText): unknown {
  if (typeof value === 'string') return inText ? redact(value) : value;
  if (Array.isArray(value)) return value.map((one) => rewrite(one, inText, redact));
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [
      key,
      key === ONCE ? member : rewrite(member, isText(key, value), redact),
    ]),
  );
}

/** Not a stream, a date or any other object with behaviour. */
function isRecord(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
