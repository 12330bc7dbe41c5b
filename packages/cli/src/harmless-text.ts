/**
 * Makes a command's output safe to show on a terminal. A terminal obeys what it is shown: a sequence can put text into
 * the clipboard (OSC 52), change the window's title, make it type an answer, or overwrite what is there. Colours pass,
 * other control sequences (CSI) are removed, and every other control character is written in a readable form.
 */

export interface HarmlessText {
  /** What may be shown so far. The beginning of a sequence is held back until it is complete. */
  pass(text: string): string;
  /** What was held back, and the end of the last colour. */
  end(): string;
}

const ESC = '\x1b';
/** A complete sequence. Colours (SGR) are recognised by their last letter and have no private parameters. */
const SEQUENCE = /^\x1b\[[0-?]*[ -/]*[@-~]/;
const COLOUR = /^\x1b\[[\d;:]*m$/;
const BEGUN = /^\x1b(?:\[[0-?]*[ -/]*)?$/;
/** No colour is this long. Anything longer is not treated as a sequence. */
const LONGEST = 64;
/** All but tab and newline, together with the marks that change the writing direction. */
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

/** A whole text at once. */
export function harmless(text: string): string {
  const filter = createHarmlessText();
  return filter.pass(text) + filter.end();
}

function mayGoOn(rest: string): boolean {
  return rest === '\r' || (rest.length < LONGEST && BEGUN.test(rest));
}

/**
 * The first character in a readable form: `^[`, `^G`, `<U+202E>`. A line that would be overwritten is ended instead.
 */
function readable(rest: string): string {
  const code = rest.charCodeAt(0);
  if (code === 0x0d) return rest[1] === '\n' ? '\r' : '\n';
  if (code < 0x20) return `^${String.fromCharCode(code + 0x40)}`;
  return code === 0x7f ? '^?' : `<U+${code.toString(16).toUpperCase().padStart(4, '0')}>`;
}
