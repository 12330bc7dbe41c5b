// phpstan and psalm tables: file, then line and message; removes borders and progress.
import type { Filter, FilterInput } from '../../filter.ts';
import { head } from '../../filter.ts';

const RULE = /^\s*-{4,}(?: -{4,})*$/;
const FILE = /^\s*Line {2,}(\S.*)$/;
const FINDING = /^\s+(?::?(\d+)) {2,}(\S.*)$/;
const PROGRESS = /^\s*\d+\/\d+ \[.*\]\s+\d+%/;

function apply({ lines }: FilterInput): readonly string[] | null {
  const result: string[] = [];
  let inTable = false;
  for (const line of lines) {
    const start = head(line);
    const file = FILE.exec(start);
    const finding = FINDING.exec(start);
    if (line === '' || RULE.test(start) || PROGRESS.test(start)) continue;
    if (file !== null) {
      inTable = true;
      result.push(file[1] as string);
    } else if (inTable && finding !== null) {
      result.push(` ${finding[1]} ${finding[2]}`);
    } else if (inTable && /^\s{6,}\S/.test(line)) {
      const text = line.trim().replace(/ {2,}/g, ' ');
      // the identifier joins its message; a message or a tip may run over several lines
      if (text.startsWith('🪪')) result.push(`${result.pop()} (${text.slice(2).trim()})`);
      else result.push(`  ${text}`);
    } else {
      inTable = false;
      result.push(line.trim());
    }
  }
  return result.length > 0 ? result : null;
}

export const phpstan: Filter = {
  name: 'phpstan',
  matches: ({ program }) => /^(?:phpstan|psalm|larastan)$/.test(program),
  apply,
};
