/** How much of an output an answer to a model has room for, and how much of it a text takes. */
import { EXECUTION_LIMITS } from '@synapse/contract';
import type { Order } from '../order.ts';

export interface Room {
  readonly chars: number;
  /** The answer is JSON and counts as a whole, so a line break and a quotation mark are two characters of it. */
  readonly asJson?: boolean;
}

/** What an answer says besides the output and the command: names, ids, how it ended. */
const ENVELOPE_CHARS = { text: 250, json: 750 };
const LEAST_CHARS = 300;

/**
 * What was asked for is meant of the output; without a word the whole answer holds to the default. `command`: the
 * template that a JSON answer repeats.
 */
export function answerRoom(
  maxTokens: number | undefined,
  { asText, command, usual }: { asText: boolean | undefined; command: string; usual: number },
): Room {
  const { returnTokens, charsPerToken, templateChars } = EXECUTION_LIMITS;
  if (maxTokens !== undefined) return { chars: maxTokens * charsPerToken };
  const whole = Math.min(usual, returnTokens.default * charsPerToken);
  if (asText) return { chars: whole - ENVELOPE_CHARS.text };
  const repeated = sizeIn({ asJson: true }, command.slice(0, templateChars));
  return { chars: Math.max(LEAST_CHARS, whole - ENVELOPE_CHARS.json - repeated), asJson: true };
}

/** Undefined: as much of each stream as the service answers. */
export function roomFor(
  { source, asText, request }: Pick<Order, 'source' | 'asText'> & { request: Pick<Order['request'], 'max_tokens'> },
  command: string,
  usual: number,
): Room | undefined {
  return source === 'mcp' ? answerRoom(request.max_tokens, { asText, command, usual }) : undefined;
}

export const sizeIn = ({ asJson }: Pick<Room, 'asJson'>, text: string): number =>
  asJson ? JSON.stringify(text).length - 2 : text.length;

/** `cut`: the text in so many characters. Where these take more room than they are, it is cut again. */
export function cutToFit<T extends { readonly text: string }>(room: Room, cut: (chars: number) => T): T {
  for (let chars = Math.floor(room.chars); ; ) {
    const shown = cut(chars);
    const size = sizeIn(room, shown.text);
    if (size <= room.chars || chars <= LEAST_CHARS) return shown;
    chars = Math.min(chars - 1, Math.floor((chars * room.chars) / size));
  }
}
