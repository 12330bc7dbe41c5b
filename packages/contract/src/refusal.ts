/**
 * A refusal on purpose: thrown by the rules, put into words once, at the edge. Any other error that is thrown is a
 * defect.
 */
import { CREW_PLAN_REQUIRED, ERRORS, type ErrorCode } from './errors.ts';
import { DEFAULT_LANGUAGE, fillIn, inLanguage, type Language, type Wording, type Words } from './language.ts';

export type RefusalDetails = Readonly<Record<string, Words | number>>;

/** The name of a wrong field, and what is wrong with it. */
export interface FieldProblem {
  readonly field: string;
  readonly problem: Words;
}

/**
 * A refusal that is reported as part of something else. It keeps every language, because its reader is not known yet.
 */
export interface WordedRefusal {
  readonly code: string;
  readonly message: Words;
}

/** The approval that a person has to give, for the waiting caller. */
export interface WordedApproval {
  readonly id: string;
  readonly expires_at: string;
  readonly url: string;
  readonly reason: Words;
  /** The client that asked may put it to its user. */
  readonly askClient?: boolean;
}

const UNAVAILABLE = 503;
const AGAIN_SECONDS = 2;

export class Refusal extends Error {
  readonly code: ErrorCode;
  readonly details: RefusalDetails;
  readonly fields: readonly FieldProblem[];
  /** What can be shown in spite of the refusal: for a command lost in the middle, its result so far. */
  attachment: Readonly<Record<string, unknown>> | null = null;
  /** What a client needs to continue, beside the message: separate members of the answer. */
  extensions: Readonly<Record<string, unknown>> = {};
  /** The language of the refused account, when the code that refuses knows it. */
  account: Language | null = null;

  constructor(code: ErrorCode, details: RefusalDetails = {}, fields: readonly FieldProblem[] = []) {
    super(errorMessage(code, details));
    this.name = 'Refusal';
    this.code = code;
    this.details = details;
    this.fields = fields;
  }

  with(attachment: Readonly<Record<string, unknown>>): this {
    this.attachment = attachment;
    return this;
  }

  extendedBy(extensions: Readonly<Record<string, unknown>>): this {
    this.extensions = extensions;
    return this;
  }

  to(account: Language | null): this {
    this.account = account;
    return this;
  }

  get status(): number {
    return ERRORS[this.code].status;
  }

  /** Whole seconds to wait, where waiting helps: always, where the service itself is what is unavailable. */
  get retryAfter(): number | undefined {
    const seconds = this.details.retry_after;
    if (typeof seconds === 'number') return seconds;
    return this.status === UNAVAILABLE ? AGAIN_SECONDS : undefined;
  }

  /** The message for a person who reads this language. */
  in(language: Language): string {
    return errorMessage(this.code, this.details, language);
  }

  get worded(): { readonly code: ErrorCode; readonly message: Wording } {
    return { code: this.code, message: { fr: this.in('fr'), en: this.in('en') } };
  }

  /** The wrong fields, each with its problem in this language. */
  fieldsIn(language: Language): { field: string; problem: string }[] {
    return this.fields.map(({ field, problem }) => ({ field, problem: inLanguage(problem, language) }));
  }
}

interface Telling {
  readonly refusal?: WordedRefusal | undefined;
  readonly approval?: WordedApproval | undefined;
}

interface Told {
  refusal?: { code: string; message: string };
  approval?: Omit<WordedApproval, 'reason'> & { reason: string };
}

/** Whatever tells of a refusal, or of a question, in one language. */
export function tellIn<T extends Telling>(telling: T, language: Language): Omit<T, 'refusal' | 'approval'> & Told {
  const { refusal, approval, ...rest } = telling;
  return {
    ...rest,
    ...(refusal && { refusal: { code: refusal.code, message: inLanguage(refusal.message, language) } }),
    ...(approval && { approval: { ...approval, reason: inLanguage(approval.reason, language) } }),
  };
}

/** The message of a code with its details filled in. */
export function errorMessage(
  code: ErrorCode,
  details: RefusalDetails = {},
  language: Language = DEFAULT_LANGUAGE,
): string {
  const wording = isAboutCrews(code, details) ? CREW_PLAN_REQUIRED : ERRORS[wordedAs(code, details)];
  return fillIn(wording[language], details, language);
}

/** The plan that creating a crew takes is another one than commands take. The code is the same. */
const isAboutCrews = (code: ErrorCode, details: RefusalDetails): boolean =>
  code === 'plan_required' && Object.hasOwn(details, 'plan');

/**
 * When the plan grants `mcp:synapse`, the message names the scope that the token lacks instead of the plan. The code
 * is the same.
 */
function wordedAs(code: ErrorCode, details: RefusalDetails): ErrorCode {
  return code === 'plan_required' && Object.hasOwn(details, 'scope') ? 'scope_missing' : code;
}

/** A refusal that names each wrong field. */
export function argumentsInvalid(fields: readonly FieldProblem[]): Refusal {
  const listed = (language: Language, colon: string, semicolon: string) =>
    fields.map(({ field, problem }) => (field ? field + colon : '') + inLanguage(problem, language)).join(semicolon);
  const problems = { fr: listed('fr', ' : ', ' ; '), en: listed('en', ': ', '; ') };
  return new Refusal('arguments_invalid', { problems }, fields);
}
