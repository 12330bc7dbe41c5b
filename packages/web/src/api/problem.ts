/** A refusal of the service, as the page sees it. */
import type { ErrorCode } from '@synapse/contract';

export class Problem extends Error {
  readonly status: number;
  readonly code: ErrorCode | 'unreachable';
  readonly fields: readonly { readonly field: string; readonly problem: string }[];
  /** In how many seconds it may be tried again, where the service says so. */
  readonly retryAfter: number | null;
  /** The names of the secrets that a machine takes with it, where it cannot move without them. */
  readonly secrets: readonly string[];

  constructor(
    status: number,
    code: Problem['code'],
    detail: string,
    fields: Problem['fields'] = [],
    retryAfter: number | null = null,
    secrets: readonly string[] = [],
  ) {
    super(detail);
    this.name = 'Problem';
    this.status = status;
    this.code = code;
    this.fields = fields;
    this.retryAfter = retryAfter;
    this.secrets = secrets;
  }
}

interface ProblemBody {
  readonly code?: ErrorCode;
  readonly detail?: string;
  readonly fields?: Problem['fields'];
  readonly secrets?: readonly string[];
}

/** What a proxy answers in place of a service that is away. */
const NOBODY_THERE: ReadonlySet<number> = new Set([502, 503, 504]);

export async function problemOf(response: Response): Promise<Problem> {
  const body: ProblemBody = await response.json().catch(() => ({}));
  // A refusal of the service says what it is.
  if (body?.code === undefined && NOBODY_THERE.has(response.status)) {
    return new Problem(response.status, 'unreachable', 'unreachable');
  }
  return new Problem(
    response.status,
    body.code ?? 'internal',
    body.detail ?? `HTTP ${response.status}`,
    body.fields ?? [],
    Number(response.headers.get('retry-after')) || null,
    body.secrets ?? [],
  );
}

/** True if the instance does not have this part of the API at all, rather than lacking one thing in it. */
export function isMissingApi(error: unknown): boolean {
  return error instanceof Problem && error.code === 'not_found';
}

/** True if there was no answer: asking again may help. */
export function isUnreachable(error: unknown): boolean {
  return error instanceof Problem && error.code === 'unreachable';
}
