/**
 * Checks input against a schema. Everything wrong comes back as one refusal that names each field, in both languages.
 */
import * as z from 'zod';
import { en, fr } from 'zod/locales';
import { FORMS } from './forms.ts';
import type { Wording } from './language.ts';
import { because, type ReasonKey } from './reasons.ts';
import { argumentsInvalid, type FieldProblem } from './refusal.ts';

const french = fr().localeError;
const english = en().localeError;
/** Enough to correct a call. A hostile body must not be able to cause a long answer. */
const PROBLEMS_MAX = 20;
/** This field has a rule and a refusal of its own. */
const CHECKED_LATER = 'cwd';

export function parseOrRefuse<S extends z.ZodType>(schema: S, input: unknown): z.output<S> {
  const result = schema.safeParse(input, { error: french });
  if (!result.success) throw argumentsInvalid(fieldProblems(schema, input, result.error));
  const fields = [...fieldsWithNul(result.data, [])];
  if (fields.length === 0) return result.data;
  throw argumentsInvalid(fields.slice(0, PROBLEMS_MAX).map((field) => ({ field, problem: because('no_nul') })));
}

/** No shell word can hold NUL, and not every database can store it. So it is refused here, for every field at once. */
function* fieldsWithNul(value: unknown, path: readonly string[]): Generator<string> {
  if (typeof value === 'string') {
    if (value.includes('\0')) yield shorten(path.join('.'));
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, inner] of Object.entries(value)) {
      if (key !== CHECKED_LATER) yield* fieldsWithNul(inner, [...path, key]);
    }
  }
}

/** The input without null in optional fields: many clients write `null` for "not given". */
export function withoutNulls(schema: z.ZodType, input: unknown): unknown {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return input;
  const shape = shapeOf(schema);
  if (shape === null) return input;
  const isAbsent = ([name, value]: [string, unknown]) =>
    value === null && Object.hasOwn(shape, name) && shape[name] instanceof z.ZodOptional && !takesNull(shape[name]);
  const entries = Object.entries(input);
  return entries.some(isAbsent) ? Object.fromEntries(entries.filter((entry) => !isAbsent(entry))) : input;
}

function shapeOf(schema: z.ZodType): Readonly<Record<string, unknown>> | null {
  if (schema instanceof z.ZodObject) return schema.shape;
  return schema instanceof z.ZodPipe ? shapeOf(schema.def.out as z.ZodType) : null;
}

function takesNull(schema: z.ZodType): boolean {
  return schema.safeParse(null).success;
}

/** One problem per field. After a wrong type, what the other rules say adds nothing. */
function fieldProblems(schema: z.ZodType, input: unknown, error: z.ZodError): FieldProblem[] {
  // zod words an issue while it parses, so only wrong input is parsed a second time, in the other language.
  const inEnglish = schema.safeParse(input, { error: english }).error?.issues ?? [];
  const byField = new Map<string, FieldProblem>();
  for (const problem of error.issues.flatMap((issue, at) => problemsOf(issue, inEnglish[at]))) {
    if (!byField.has(problem.field)) byField.set(problem.field, problem);
    if (byField.size === PROBLEMS_MAX) break;
  }
  return [...byField.values()];
}

/** The same issue twice: worded in French, and in English. */
function problemsOf(
  issue: z.core.$ZodIssue,
  english: z.core.$ZodIssue = issue,
  under: readonly string[] = [],
): FieldProblem[] {
  const path = [...under, ...issue.path.map(String)];
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({
      field: shorten([...path, key].join('.')),
      problem: because('unknown_argument'),
    }));
  }
  if (issue.code === 'invalid_union' && english.code === 'invalid_union') {
    // Of several forms, the one that it comes nearest to was meant.
    const distances = issue.errors.map(distance);
    const nearest = distances.indexOf(Math.min(...distances));
    if (Number.isFinite(distances[nearest])) {
      return issue.errors[nearest]!.flatMap((inner, at) => problemsOf(inner, english.errors[nearest]?.[at], path));
    }
  }
  const problem = wordsOf(issue, english.message) ?? { fr: shorten(issue.message), en: shorten(english.message) };
  return [{ field: shorten(path.join('.')), problem }];
}

/** How many fields would have to change; infinite where the value as a whole is of another kind. */
function distance(issues: readonly z.core.$ZodIssue[]): number {
  const isOther = issues.some(({ code, path }) => path.length === 0 && code !== 'unrecognized_keys');
  return isOther ? Number.POSITIVE_INFINITY : issues.length;
}

const FORM_WORDS = new Map(
  Object.entries(FORMS).map(([name, form]) => [String(form), because(`form_${name}` as ReasonKey)]),
);

/** What a person reads instead of the schema’s own words. */
function wordsOf(issue: z.core.$ZodIssue, english: string): Wording | undefined {
  switch (issue.code) {
    case 'custom':
      return issue.params?.wording as Wording | undefined;
    case 'invalid_format':
      return issue.pattern === undefined ? undefined : FORM_WORDS.get(issue.pattern);
    case 'too_small':
      if (issue.origin !== 'string') return undefined;
      return issue.minimum === 1 ? because('empty') : because('min_characters', { min: Number(issue.minimum) });
    case 'too_big':
      return issue.origin === 'string' ? because('max_characters', { max: Number(issue.maximum) }) : undefined;
    case 'invalid_type':
      // The schema says so in words alone.
      return english.endsWith('received undefined') ? because('is_missing') : undefined;
    case 'invalid_value':
      return because('one_of', { values: issue.values.map(String).join(', ') });
    default:
      return undefined;
  }
}

function shorten(text: string): string {
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}
