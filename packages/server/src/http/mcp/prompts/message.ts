/** The message of a prompt: what is asked, then data, within a budget. */
import { EXECUTION_LIMITS, type Language, surfaceText } from '@synapse/contract';

export interface Section {
  readonly heading: string;
  /** Redacted already: a value that is cut in two is not found any more. */
  readonly text: string;
}

const MOST_TOKENS = 1_500;
/** A little less than the budget, for the line that says what was left out. */
const MOST_CHARS = MOST_TOKENS * EXECUTION_LIMITS.charsPerToken - 100;

/** Sections share what the question leaves; one that needs less leaves the rest to the others. */
export function composeMessage(ask: string, sections: readonly Section[], language: Language): string {
  const below = surfaceText('data_below', language);
  const nothing = surfaceText('nothing_here', language);
  let room = MOST_CHARS - ask.length - below.length;
  for (const { heading } of sections) room -= heading.length + FRAME_CHARS;
  const texts = sections.map(({ text }) => text.trim() || nothing);
  const shares = shareOut(
    texts.map((text) => text.length),
    Math.max(0, room),
  );
  const parts = sections.map(({ heading }, at) => `## ${heading}\n${fenced(cut(texts[at]!, shares[at]!))}`);
  return [ask, ...(parts.length === 0 ? [] : [below, ...parts])].join('\n\n');
}

/** The heading's marks, the fences and the line ends around a section. */
const FRAME_CHARS = 24;

/** Equal shares; what one does not need goes to the others. */
function shareOut(wanted: readonly number[], room: number): number[] {
  const shares = wanted.map(() => 0);
  let left = room;
  const order = wanted.map((_, at) => at).sort((a, b) => wanted[a]! - wanted[b]!);
  for (const [turn, at] of order.entries()) {
    shares[at] = Math.min(wanted[at]!, Math.floor(left / (order.length - turn)));
    left -= shares[at]!;
  }
  return shares;
}

const GAP = '\n…\n';

/** The beginning and the end: what went wrong stands at either. */
export function cut(text: string, most: number): string {
  if (text.length <= most) return text;
  if (most <= GAP.length) return '…'.slice(0, most);
  const head = Math.floor((most - GAP.length) / 3);
  const tail = most - GAP.length - head;
  return `${text.slice(0, head)}${GAP}${text.slice(-tail)}`.toWellFormed();
}

/** No line of the data ends the fence: it is longer than any that is in there. */
function fenced(text: string): string {
  const longest = (text.match(/~{3,}/g) ?? []).reduce((most, run) => Math.max(most, run.length), 2);
  const fence = '~'.repeat(Math.min(longest + 1, 12));
  const inside = text.replaceAll('~'.repeat(12), '');
  return `${fence}\n${inside}\n${fence}`;
}
