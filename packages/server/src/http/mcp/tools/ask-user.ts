/** Asks the client to show its user the page of a pending approval, where it can. */
import { because, surfaceText, visibleText } from '@synapse/contract';
import { InputRequired } from '../input-required.ts';
import type { ToolCall } from '../tool.ts';

interface Asked {
  readonly id: string;
  readonly url: string;
  readonly reason: string;
  readonly askClient?: boolean | undefined;
}

/**
 * Throws InputRequired with the request for the client's user; returns where the client has none, or was asked before.
 */
export function askUser({ asks, answered, language }: ToolCall, approval: Asked, machine: string, template: string) {
  if (approval.askClient) {
    const asked = { machine, command: visibleText(template), reason: visibleText(approval.reason) };
    throw new InputRequired(because('approval_question', asked)[language], approval.id);
  }
  if (asks.url && answered === null) {
    throw new InputRequired(surfaceText('approval_page', language, { machine }), approval.id, approval.url);
  }
}
