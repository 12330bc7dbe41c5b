// mypy and pyright: groups findings, removes hints that only repeat the manual.
import type { Filter } from '../../filter.ts';
import type { Diagnostic } from '../../stages/group-diagnostics.ts';
import { readPlaceLine } from './place-lines.ts';
import { groupFindings } from './read-findings.ts';

const MANUAL =
  /: note: (?:See https:\/\/mypy\.|\(or run "mypy --install-types"|Hint: (?:On Debian systems|"python3 -m pip install types-)|Use "-> None" if)/;
/** pyright: `  /srv/a.py:3:5 - error: message (rule)`. */
const PYRIGHT = /^ {2}(\S[^:]{0,300}):(\d+:\d+) - (error|warning|information): /;

function readLine(line: string): Diagnostic | null {
  const pyright = PYRIGHT.exec(line.slice(0, 1_000));
  if (pyright === null) {
    const found = readPlaceLine(line);
    return found === null ? null : { ...found, text: found.text.replace(/ {2}(?=\[[a-z-]+\]$)/, ' ') };
  }
  const [whole, file = '', place = '', severity = ''] = pyright;
  return { file, place, severity, text: line.slice(whole.length), more: [] };
}

export const mypy: Filter = {
  name: 'mypy',
  matches: ({ program }) => /^(?:mypy|dmypy|pyright|basedpyright|pyre)$/.test(program),
  anyLines: true,
  apply: (input) =>
    groupFindings(input, {
      read: readLine,
      noise: (line) => MANUAL.test(line) || (/^\//.test(line) && /^\/[^:]*\.pyi?$/.test(line)),
    }),
};
