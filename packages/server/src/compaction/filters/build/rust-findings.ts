// What rustc writes: errors keep their labelled source, warnings become message and place, progress goes.
import { head } from '../../filter.ts';

const PROGRESS =
  /^\s+(?:Compiling|Checking|Downloading|Downloaded|Fresh|Building|Updating|Locking|Adding|Blocking|Running|Executable|Doc-tests|Finished|Documenting|Packaging|Verifying|Unpacking|Dirty|Preparing|Installing) /;
const START = /^(error|warning)(?:\[[A-Z]\d+\])?: /;
const PLACE = /^\s*--> (.*)$/;
const GUTTER = /^\s*\d*\s*[|:]\s*$/;
const SOURCE = /^\s*(?:\d+\s*)?[|:]|^\s*\.\.\.$|^\.\.\.$/;
const DEFAULT_NOTE =
  /^\s*= note: (?:`#\[(?:warn|deny)\(.*\)\]`(?: \(part of .*\))? (?:implied|on by default)|`-[WD] |requested on the command line)|^For more information about this error, try `rustc --explain|^Some errors have detailed explanations/;
const LINT_HELP = /^\s*= help: for further information visit https:/;
const COUNTED = /^warning: `[^`]+` \(.*\) generated \d+ warnings?(?: \(\d+ duplicates?\))?/;

export interface RustResult {
  readonly lines: string[];
  readonly dropped: number;
}

export function condenseRust(lines: readonly string[]): RustResult {
  const result: string[] = [];
  const seen = new Map<string, number>();
  let severity = '';
  let opening: string | null = null;
  let dropped = 0;
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i] as string;
    const start = head(line);
    if (PROGRESS.test(start)) continue;
    if (START.test(start)) {
      severity = START.exec(start)?.[1] as string;
      opening = line;
      if (COUNTED.test(start) || !followedByPlace(lines, i)) opening = null;
      if (opening === null) result.push(line);
      continue;
    }
    const place = PLACE.exec(start);
    if (place !== null && opening !== null) {
      // equal messages stand once, with all their places
      const at = seen.get(opening);
      if (severity === 'warning' && at !== undefined) result[at] += ` ${place[1]}`;
      else {
        seen.set(opening, result.length);
        result.push(`${opening} --> ${place[1]}`);
      }
      opening = null;
    } else if (DEFAULT_NOTE.test(start) || LINT_HELP.test(start) || (GUTTER.test(start) && severity !== '')) {
      dropped++;
    } else if (severity === 'warning' && SOURCE.test(start)) {
      dropped++;
    } else if (line !== '') {
      if (/^\S/.test(line)) severity = '';
      result.push(line);
    }
  }
  return { lines: result, dropped };
}

function followedByPlace(lines: readonly string[], at: number): boolean {
  return lines.slice(at + 1, at + 4).some((one) => PLACE.test(head(one)));
}
