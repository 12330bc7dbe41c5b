/**
 * The last step of an answer: removes the values of its owner's vault from its texts. What was harmless when it was
 * written may contain a secret by now. It stays stored as it was, and is shown without the value.
 *
 * Every string is text, unless its schema says that it cannot be: an identifier, one of a few words, a date. A field
 * that no schema names is text.
 */
import { isFreeOfText } from '@synapse/contract';
import type * as z from 'zod';
import type { WorkspaceId } from '../ids.ts';
import type { Redactor } from '../redaction/index.ts';

type RedactText = Redactor['redactText'];
type Schema = z.core.$ZodType;

/** With the newest version of a user's vault. A caller that has just read the version passes it. */
export type RedactorOf = (workspaceId: WorkspaceId, version?: number) => Promise<RedactText>;

/** `version`: of the vault, where it is known already. `schema`: null where nothing is known of the answer. */
export async function redactAnswer<T>(
  schema: Schema | null,
  answer: T,
  workspaceId: WorkspaceId,
  redactorOf: RedactorOf,
  version?: number,
): Promise<T> {
  const texts = schema === null ? ALL : textsOf(schema);
  return hasText(answer, texts) ? (rewrite(answer, texts, await redactorOf(workspaceId, version)) as T) : answer;
}

/** The same with several vaults: the reader of what belongs to a crew has a vault, too. */
export const redactedFor =
  (vaults: readonly WorkspaceId[], redactorOf: RedactorOf) =>
  async <T>(schema: Schema | null, answer: T): Promise<T> => {
    let shown = answer;
    for (const vault of new Set(vaults)) shown = await redactAnswer(schema, shown, vault, redactorOf);
    return shown;
  };

/** Where the texts of a value are. */
interface Texts {
  /** Whether it is text, if it is a string. */
  readonly isText: boolean;
  readonly items: Texts | null;
  /** By name; of other fields nothing is known. */
  readonly fields: ReadonlyMap<string, Texts>;
  /** Of the fields that are not named. */
  readonly others: Texts | null;
}

const NO_FIELDS: ReadonlyMap<string, Texts> = new Map();
const NONE: Texts = { isText: false, items: null, fields: NO_FIELDS, others: null };
const ALL: Texts = { ...NONE, isText: true };

const known = new WeakMap<Schema, Texts>();

function textsOf(schema: Schema): Texts {
  const before = known.get(schema);
  if (before !== undefined) return before;
  // A schema that contains itself meets this one.
  known.set(schema, ALL);
  const texts = isFreeOfText(schema) ? NONE : readSchema(schema as z.core.$ZodTypes);
  known.set(schema, texts);
  return texts;
}

function readSchema(schema: z.core.$ZodTypes): Texts {
  const { def } = schema._zod;
  switch (def.type) {
    case 'string':
      // A date, an address: more than any string, but no words.
      return 'format' in def ? NONE : ALL;
    case 'object': {
      const fields = Object.entries(def.shape).map(([name, field]) => [name, textsOf(field)] as const);
      return { ...NONE, fields: new Map(fields) };
    }
    case 'array':
      return { ...NONE, items: textsOf(def.element) };
    case 'record':
      return { ...NONE, others: textsOf(def.valueType) };
    case 'union':
      return def.options.map(textsOf).reduce(join);
    case 'intersection':
      return join(textsOf(def.left), textsOf(def.right));
    case 'optional':
    case 'nullable':
    case 'default':
    case 'readonly':
      return textsOf(def.innerType);
    case 'enum':
    case 'literal':
    case 'number':
    case 'boolean':
    case 'null':
      return NONE;
    default:
      return ALL;
  }
}

function join(a: Texts, b: Texts): Texts {
  if (a === b) return a;
  const names = new Set([...a.fields.keys(), ...b.fields.keys()]);
  const either = (one: Texts | null | undefined, other: Texts | null | undefined): Texts | null =>
    one && other ? join(one, other) : (one ?? other ?? null);
  return {
    isText: a.isText || b.isText,
    items: either(a.items, b.items),
    fields: new Map([...names].map((name) => [name, either(a.fields.get(name), b.fields.get(name))!])),
    others: either(a.others, b.others),
  };
}

const fieldOf = (texts: Texts, name: string): Texts => texts.fields.get(name) ?? texts.others ?? ALL;
const itemOf = (texts: Texts): Texts => texts.items ?? ALL;

function hasText(value: unknown, texts: Texts): boolean {
  if (typeof value === 'string') return texts.isText && value !== '';
  if (Array.isArray(value)) return value.some((one) => hasText(one, itemOf(texts)));
  return isRecord(value) && Object.entries(value).some(([name, field]) => hasText(field, fieldOf(texts, name)));
}

function rewrite(value: unknown, texts: Texts, redact: RedactText): unknown {
  if (typeof value === 'string') return texts.isText ? redact(value) : value;
  if (Array.isArray(value)) return value.map((one) => rewrite(one, itemOf(texts), redact));
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [name, rewrite(field, fieldOf(texts, name), redact)]),
  );
}

/** Not a stream, a date or any other object with behaviour. */
function isRecord(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
