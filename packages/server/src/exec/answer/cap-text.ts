/** At most this many characters go back to the client: head and tail, with a marker that says what is missing. */
import { cutRedacted, endsOfRedacted, type RedactedText } from '../../redaction/index.ts';

export interface Capped {
  readonly text: RedactedText;
  readonly capped: boolean;
}

export function capText(text: RedactedText, max: number, recovery: string | null): Capped {
  if (text.length <= max) return { text, capped: false };
  // The marker's length depends on the count in it, so room for the longest is set aside.
  const room = max - marker(text.length, recovery).length;
  const headEnd = wholeCharacter(text, Math.ceil(room / 2));
  const tailStart = wholeCharacter(text, text.length - Math.floor(room / 2), 1);
  const omitted = tailStart - headEnd;
  const [head, tail] = [cutRedacted(text, 0, headEnd), cutRedacted(text, tailStart)];
  return { text: endsOfRedacted(head, marker(omitted, recovery), tail), capped: true };
}

function marker(omitted: number, recovery: string | null): string {
  const how = recovery === null ? '' : ` (synapse_get_output execution_id=${recovery})`;
  return `\n… ${omitted} characters left out${how} …\n`;
}

/** Moves a cut out of the middle of a surrogate pair. */
function wholeCharacter(text: string, at: number, step: -1 | 1 = -1): number {
  const code = text.charCodeAt(at);
  return code >= 0xdc00 && code <= 0xdfff ? at + step : at;
}
