// The one short line that replaces what was cut.

/** `… 480 lines left out (synapse_get_output execution_id=…)`; without an id the count alone. */
export function cutMarker(recovery: string | null): (count: number, what?: string) => string {
  const how = recovery === null ? '' : ` (synapse_get_output execution_id=${recovery})`;
  return (count, what) => `… ${count} ${what ?? (count === 1 ? 'line' : 'lines')} left out${how}`;
}

/** How often a line or shape occurred, written before or after it. */
export const times = (count: number): string => `×${count}`;

const SAYS_A_NUMBER = /^\u2026 [\d,]+(?: of [\d,]+)? (?:lines?|rows?)$/;
const MARKER = /^\u2026 (?:(\d[\d,]*) )?[^()]{0,200}left out/;
/** Characters are left out of lines that are shown. */
const CHARACTERS = /^\u2026 \d[\d,]* characters\b/;
const FOLDED = /^\s*×(\d+) |\(×(\d+)\)/;

interface Behind {
  /** Lines that this one stands for, beside itself; 0 where something else than lines was left out. */
  readonly count: number;
  /** For the marker of a cut: what it says of the lines beyond their number, such as from when to when they are. */
  readonly marker: string | null;
}

/** A marker stands for the lines that were cut, a folded line for those that are like it. */
export function linesBehind(line: string): Behind {
  const marker = line.startsWith('… ') ? MARKER.exec(line) : null;
  if (marker !== null) {
    const said = line.slice(0, line.lastIndexOf(' left out')).replace(/,$/, '');
    const count = marker[1] === undefined ? 1 : CHARACTERS.test(said) ? 0 : countOf(marker[1]);
    return { count, marker: SAYS_A_NUMBER.test(said) ? '…' : said };
  }
  const folded = line.includes('×') && line.length < LONGEST_FOLDED ? FOLDED.exec(line) : null;
  const count = folded === null ? 0 : countOf(folded[1] ?? folded[2]!) - 1;
  return { count: Math.max(0, count), marker: null };
}

const LONGEST_FOLDED = 10_000;
const countOf = (text: string): number => Number(text.replaceAll(',', ''));

/** Whether a compacted text says that something of the output is missing in it. */
export const leavesOut = (text: string): boolean =>
  (text.includes('… ') || text.includes('×')) && text.split('\n').some(standsForMore);

function standsForMore(line: string): boolean {
  const { count, marker } = linesBehind(line);
  return count > 0 || marker !== null;
}
