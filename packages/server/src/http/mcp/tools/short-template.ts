/** The command that an answer repeats. A model has just written it, so only the beginning of a long one is returned. */
import { EXECUTION_LIMITS, type Language, Refusal, tellIn, type WordedRefusal } from '@synapse/contract';

/** In a list, up to this length. */
const LISTED_CHARS = 200;
const SHOWN_CHARS = 60;

/** The first line and the length of a long one. The audit log and REST show all of it. */
export function shortTemplate(template: string, whole = LISTED_CHARS): string {
  if (template.length <= whole) return template;
  const line = template.trimStart().split('\n', 1)[0]!.trimEnd();
  const shown = line.length <= SHOWN_CHARS ? line : line.slice(0, SHOWN_CHARS).toWellFormed();
  return `${shown} … [${template.length} characters]`;
}

interface WithTemplate {
  readonly command_template: string;
}

type Told = WithTemplate & { readonly refusal?: WordedRefusal | undefined };

/** The result of an execution in the caller's language, or the refusal together with what there is of the result. */
export async function forModel<T extends Told>(result: Promise<T>, language: Language) {
  try {
    return tellIn(shortened(await result), language);
  } catch (error) {
    if (error instanceof Refusal && hasTemplate(error.attachment)) error.with({ ...shortened(error.attachment) });
    throw error;
  }
}

export const shortened = <T extends WithTemplate>(result: T): T => ({
  ...result,
  command_template: shortTemplate(result.command_template, EXECUTION_LIMITS.templateChars),
});

function hasTemplate(value: unknown): value is WithTemplate {
  return typeof value === 'object' && value !== null && 'command_template' in value;
}
