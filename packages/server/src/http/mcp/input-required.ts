/**
 * A question to the user of the client, as revision 2026-07-28 has it: a result that requires input, and a call that
 * brings it.
 */
import { isObject, type JsonObject } from './json-rpc.ts';

/** Thrown by a tool that needs an answer first. */
export class InputRequired extends Error {
  /** Comes back with the answer; nothing may depend on it that is not looked up again. */
  readonly state: string;
  /** Where the person decides. Without it, the client shows an empty form. */
  readonly url: string | null;

  constructor(question: string, approvalId: string, url: string | null = null) {
    super(question);
    this.state = url === null ? approvalId : `${BY_URL}${approvalId}`;
    this.url = url;
  }

  get members(): string {
    const inputRequests = { [KEY]: this.url === null ? formRequest(this.message) : urlRequest(this.message, this.url) };
    return `"inputRequests":${JSON.stringify(inputRequests)},"requestState":${JSON.stringify(this.state)}`;
  }
}

/** An empty form: some clients turn one with fields into a refusal. */
function formRequest(message: string): JsonObject {
  const requestedSchema = { type: 'object', properties: {} };
  return { method: 'elicitation/create', params: { mode: 'form', message, requestedSchema } };
}

/** The request to open an address. What the client answers to it decides nothing. */
export function urlRequest(message: string, url: string): JsonObject {
  return { method: 'elicitation/create', params: { mode: 'url', message, url } };
}

export const KEY = 'approve';
const BY_URL = 'url:';
const ACTIONS = ['accept', 'decline', 'cancel'] as const;

export interface InputAnswer {
  readonly approvalId: string;
  /** `wait`: the person decides elsewhere. */
  readonly action: (typeof ACTIONS)[number] | 'wait';
}

/** The answer that a call brings; null where it brings none. */
export function inputAnswer({ requestState, inputResponses }: JsonObject): InputAnswer | null {
  if (typeof requestState !== 'string' || requestState.length > STATE_CHARS) return null;
  if (requestState.startsWith(BY_URL)) return { approvalId: requestState.slice(BY_URL.length), action: 'wait' };
  const answer = isObject(inputResponses) ? inputResponses[KEY] : undefined;
  if (!isObject(answer)) return null;
  const action = ACTIONS.find((one) => one === answer.action);
  return action === undefined ? null : { approvalId: requestState, action };
}

const STATE_CHARS = 68;
