/**
 * Strings that hold no words of people, programs or assistants. Every other string of an answer is redacted, so a field
 * that was forgotten is redacted too.
 */
import * as z from 'zod';

const FREE_OF_TEXT = new WeakSet<z.core.$ZodType>();

/** Says so of a schema. A check or a description added afterwards makes a new schema, of which nothing is said. */
export function freeOfText<T extends z.ZodType>(schema: T): T {
  FREE_OF_TEXT.add(schema);
  return schema;
}

export const isFreeOfText = (schema: z.core.$ZodType): boolean => FREE_OF_TEXT.has(schema);

/** An id, a hash, an address, a name that finds something: what a caller has to give back exactly as it was. */
export const Identifier = freeOfText(z.string());

/** A credential that is shown once, to the caller. */
export const ShownOnce = freeOfText(z.string());

/** Output of a command, which was redacted when the answer was made. */
export const RedactedOutput = freeOfText(z.string());
