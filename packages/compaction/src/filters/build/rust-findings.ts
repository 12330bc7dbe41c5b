// What rustc writes: errors keep their labelled source; warnings become message, lint, places and advice; progress is
// removed.
import { head } from '../../filter.ts';

const PROGRESS =
  /^\s+(?:Compiling|Checking|Downloading|Downloaded|Fresh|Building|Updating|Locking|Adding|Blocking|Running|Executable|Doc-tests|Finished|Documenting|Packaging|Verifying|Unpacking|Dirty|Preparing|Installing) /;
const START = /^(error|warning)(?:\[[A-Z]\d+\])?: /;
const PLACE = /^\s*--> (.*)$/;
const GUTTER = /^\s*(?:\d+\s*)?[|:]\s*$/;
const SOURCE = /^\s*(?:\d+\s*)?[|:]|^\s*\d+ [-+~] |^\s*\.\.\.$/;
const LABEL = /^\s*\|\s+[-^~_|]+ (\S.*)$/;
const LINT = /^\s*= note: `(?:#\[(?:warn|deny)\(([\w:]+)\)\]|-[WD] ([\w:-]+))`/;
const MANUAL =
  /^\s*= help: for further information visit https:|^For more information about (?:this|an) error, try `rustc --explain|^Some errors have detailed explanations|^\s*= note: requested on the command line/;
const COUNTED = /^warning: `[^`]+` \(.*\) generated \d+ warnings?/;

export interface RustResult {
  readonly lines: string[];
  /** Lines of source, gutters and pointers to the manual that were left out. */
  readonly dropped: number;
}

interface Warning {
  readonly at: number;
  readonly places: string[];
  readonly advice: string[];
  lint: string;
}

/** `brief` leaves out the advice under warnings, for commands that were not run for them. */
export function condenseRust(lines: readonly string[], brief = false): RustResult {
  const result: string[] = [];
  const warnings = new Map<string, Warning>();
  let open: Warning | null = null;
  let inFinding = false;
  let dropped = 0;
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i] as string;
    const start = head(line);
    const severity = START.exec(start)?.[1];
    if (PROGRESS.test(start) || line === '') continue;
    if (severity !== undefined) {
      const place = placeAfter(lines, i);
      inFinding = place !== null;
      open = null;
      if (place === null || severity === 'error' || COUNTED.test(start)) {
        result.push(place === null ? line : `${line} --> ${place}`);
        continue;
      }
      // equal warnings are written once, with all their places
      const known = warnings.get(line);
      open = known ?? { at: result.length, places: [], advice: [], lint: '' };
      open.places.push(place);
      if (known === undefined) {
        warnings.set(line, open);
        result.push(line);
      }
      continue;
    }
    const lint = LINT.exec(start);
    if (inFinding && PLACE.test(start) && i > 0 && START.test(head(lines[i - 1] as string))) continue;
    if (lint !== null && open !== null) open.lint = lint[1] ?? lint[2] ?? '';
    if (lint !== null || MANUAL.test(start) || (inFinding && GUTTER.test(start))) dropped++;
    else if (open !== null && SOURCE.test(start)) {
      const label = LABEL.exec(start)?.[1];
      if (label === undefined) dropped++;
      else if (!open.advice.includes(label)) open.advice.push(label);
    } else if (open !== null && /^(?:help|note): |^\s+= (?:help|note): /.test(start)) {
      const advice = line.trim().replace(/^= /, '');
      if (!open.advice.includes(advice) && open.advice.length < 6) open.advice.push(advice);
    } else {
      if (/^\S/.test(line) && !/^(?:help|note): |^\.\.\.$/.test(start)) {
        open = null;
        inFinding = false;
      }
      result.push(line);
    }
  }
  for (const [line, { at, places, advice, lint }] of warnings) {
    const named = lint === '' || brief ? '' : ` [${lint}]`;
    const advised = brief ? [] : advice.map((text) => `  ${text}`);
    if (brief) dropped += advice.length;
    result[at] = [`${line}${named} --> ${places.join(' ')}`, ...advised].join('\n');
  }
  return { lines: result.flatMap((line) => line.split('\n')), dropped };
}

/** Where the finding at `at` stands: in the line after it, or after a message of a few lines. */
function placeAfter(lines: readonly string[], at: number): string | null {
  for (let i = at + 1; i < Math.min(at + 4, lines.length); i++) {
    const place = PLACE.exec(head(lines[i] as string));
    if (place !== null) return i === at + 1 ? (place[1] as string) : null;
  }
  return null;
}
