/** The words for a refusal, in those of the catalogue that is given. */
import { Problem } from '../api/problem.ts';
import type { Catalogue } from '../i18n/catalogue.ts';
import { fieldProblems } from './field-words.ts';

/** Shown by the editor of policies, line by line. */
const SHOWN_ELSEWHERE = 'policy_invalid';

export function problemText(error: unknown, { ui, fields }: Pick<Catalogue, 'ui' | 'fields'>): string {
  if (!(error instanceof Problem)) return ui.unexpected;
  if (error.code === 'unreachable') return ui.unreachable;
  // The message itself is the same for everybody, and says neither how many nor when.
  if (error.code === 'exec_rate_limited') return `${error.message} · ${ui.rateLimit(error.retryAfter ?? 60)}`;
  if (error.fields.length === 0 || error.code === SHOWN_ELSEWHERE) return error.message;
  if (error.code === 'arguments_invalid') return fieldProblems(error, fields, ui.colon).join(' ; ');
  // What was given, and what there is: the one that was meant is often a letter away.
  return [error.message, ...error.fields.map(({ problem }) => problem)].join(' · ');
}
