/** Checks input against a schema; what is wrong comes back as one refusal that names each field, in French. */
import { z } from 'zod';
import { argumentsInvalid, type FieldProblem } from './errors.ts';

const french = z.locales.fr().localeError;
/** Enough to mend a call; a hostile body must not be able to order a long answer. */
const PROBLEMS_MAX = 20;

export function parseOrRefuse<S extends z.ZodType>(schema: S, input: unknown): z.output<S> {
  const result = schema.safeParse(input, { error: french });
  if (result.success) return result.data;
  throw argumentsInvalid(fieldProblems(result.error));
}

export function fieldProblems(error: z.ZodError): FieldProblem[] {
  return error.issues.flatMap(problemsOf).slice(0, PROBLEMS_MAX);
}

function problemsOf(issue: z.core.$ZodIssue): FieldProblem[] {
  const path = issue.path.map(String);
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({ field: shorten([...path, key].join('.')), problem: 'argument inconnu' }));
  }
  return [{ field: shorten(path.join('.')), problem: shorten(issue.message) }];
}

function shorten(text: string): string {
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}
