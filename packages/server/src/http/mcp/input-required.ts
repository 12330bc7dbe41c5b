/** A question to the user of the client, as revision 2026-07-28 asks one: a result that wants an answer, and a call that brings it. */
import { isObject, type JsonObject } from './json-rpc.ts';
import { CAPABILITIES_KEY } from './revision.ts';

/** Thrown by a tool that needs an answer first. */
export class InputRequired extends Error {
  /** Comes back with the answer; nothing may depend on it that is not looked up again. */
  readonly state: string;

  constructor(question: string, state: string) {
    super(question);
    this.state = state;
  }

  /** An empty form: some clients turn one with fields into a refusal. */
  get members(): string {
    const requestedSchema = { type: 'object', properties: {} };
    const params = { mode: 'form', message: this.message, requestedSchema };
    const inputRequests = { [KEY]: { method: 'elicitation/create', params } };
    return `"inputRequests":${JSON.stringify(inputRequests)},"requestState":${JSON.stringify(this.state)}`;
  }
}

const KEY = 'approve';
const ACTIONS = ['accept', 'decline', 'cancel'] as const;

export interface InputAnswer {
  readonly state: string;
  readonly action: (typeof ACTIONS)[number];
}

/** Whether the client says with this call that it can ask its user. Older revisions say so once, and nobody here remembers. */
export function elicits({ _meta }: JsonObject): boolean {
  const capabilities = isObject(_meta) ? _meta[CAPABILITIES_KEY] : undefined;
  return isObject(capabilities) && isObject(capabilities.elicitation);
}

/** The answer that a call brings; null where it brings none. */
export function inputAnswer({ requestState, inputResponses }: JsonObject): InputAnswer | null {
  const answer = isObject(inputResponses) ? inputResponses[KEY] : undefined;
  if (typeof requestState !== 'string' || requestState.length > STATE_CHARS || !isObject(answer)) return null;
  const action = ACTIONS.find((one) => one === answer.action);
  return action === undefined ? null : { state: requestState, action };
}

const STATE_CHARS = 64;
