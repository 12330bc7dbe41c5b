/**
 * What a command printed, as a terminal may be shown it. A terminal obeys what it is shown: a sequence can put text into
 * the clipboard (OSC 52), retitle the window, have it type an answer, or write over what stands there. Colours pass,
 * other control sequences (CSI) are left out, and every other control character is written in a way that can be read.
 */

export interface HarmlessText {
  /** What may be shown so far; the beginning of a sequence is held back until it is whole. */
  pass(text: string): string;
  /** What was held back, and an end to the last colour. */
  end(): string;
}

const ESC = '\x1b';
/** A whole sequence; the colours (SGR) among them are known by their last letter and have no private parameters. */
const SEQUENCE = /^\x1b\[[0-?]*[ -/]*[@-~]/;
const COLOUR = /^\x1b\[[\d;:]*m$/;
const BEGUN = /^\x1b(?:\[[0-?]*[ -/]*)?$/;
/** No colour is as long; what is longer is no sequence for us. */
const LONGEST = 64;
/** All but tab and newline, with the marks that turn the direction of what follows. */
const CONTROL = /[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/;

export function createHarmlessText(): HarmlessText {
  let held = '';
  let coloured = false;

  const pass = (text: string, isLast: boolean): string => {
    let rest = held + text;
    let shown = '';
    held = '';
    for (let at = rest.search(CONTROL); at >= 0; at = rest.search(CONTROL)) {
      shown += rest.slice(0, at);
      rest = rest.slice(at);
      if (!isLast && mayGoOn(rest)) {
        held = rest;
        return shown;
      }
      const sequence = SEQUENCE.exec(rest.slice(0, LONGEST))?.[0] ?? null;
      const isColour = sequence !== null && COLOUR.test(sequence);
      if (isColour) coloured = !/^\x1b\[0?m$/.test(sequence);
      if (sequence === null) shown += readable(rest);
      else if (isColour) shown += sequence;
      rest = rest.slice(sequence?.length ?? 1);
    }
    return shown + rest;
  };

  return {
    pass: (text) => pass(text, false),
    end: () => {
      const last = pass('', true);
      const after = coloured ? `${ESC}[0m` : '';
      coloured = false;
      return last + after;
    },
  };
}

/** The whole of a text at once. */
export function harmless(text: string): string {
  const filter = createHarmlessText();
  return filter.pass(text) + filter.end();
}

function mayGoOn(rest: string): boolean {
  return rest === '\r' || (rest.length < LONGEST && BEGUN.test(rest));
}

/** The first character, as one can read it: `^[`, `^G`, `<U+202E>`. A line that would be written over is ended. */
function readable(rest: string): string {
  const code = rest.charCodeAt(0);
  if (code === 0x0d) return rest[1] === '\n' ? '\r' : '\n';
  if (code < 0x20) return `^${String.fromCharCode(code + 0x40)}`;
  return code === 0x7f ? '^?' : `<U+${code.toString(16).toUpperCase().padStart(4, '0')}>`;
}
