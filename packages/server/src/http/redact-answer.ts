/**
 * The last thing that happens to an answer: the values of its owner's vault are taken out of its texts. What was harmless
 * when it was written may hold a secret by now; it stays stored as it was, and is shown without.
 */
import type { Redactor } from '../redaction/index.ts';

type RedactText = Redactor['redactText'];

/** By the newest version of a user's vault. */
export type RedactorOf = (userId: string) => Promise<RedactText>;

/**
 * The members that hold words of people, programs and assistants. All others are names that things are found by, numbers,
 * or words of the service itself; `stdout` and `stderr` have passed a redactor when the result was made.
 */
const TEXTS = new Set([
  ...['about', 'command', 'command_template', 'content', 'cwd', 'default_cwd', 'description'],
  ...['display_name', 'hints', 'label', 'markdown', 'message', 'reason', 'snippet', 'tags', 'text', 'title', 'why'],
]);

/** What is found by its number may be called anything; what has none is found by its name. */
function isText(key: string, { id }: Record<string, unknown>): boolean {
  return TEXTS.has(key) || (key === 'name' && typeof id === 'number');
}

export async function redactAnswer<T>(answer: T, userId: string, redactorOf: RedactorOf): Promise<T> {
  return hasText(answer, false) ? (rewrite(answer, false, await redactorOf(userId)) as T) : answer;
}

function hasText(value: unknown, inText: boolean): boolean {
  if (typeof value === 'string') return inText && value !== '';
  if (Array.isArray(value)) return value.some((one) => hasText(one, inText));
  return isRecord(value) && Object.entries(value).some(([key, member]) => hasText(member, isText(key, value)));
}

function rewrite(value: unknown, inText: boolean, redact: RedactText): unknown {
  if (typeof value === 'string') return inText ? redact(value) : value;
  if (Array.isArray(value)) return value.map((one) => rewrite(one, inText, redact));
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key, rewrite(member, isText(key, value), redact)]),
  );
}

/** Not a stream, a date or anything else with a life of its own. */
function isRecord(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
