// shellcheck as it prints for people: line of source, findings without their arrows, the suggestion; removes links to
// the manual.
import { type Filter, type FilterInput, head } from '../../filter.ts';

const PLACE = /^In (\S.*) line (\d+):$/;
const FINDING = /^\s*\^-*\^? (SC\d+ .*)$/;

export const shellcheck: Filter = {
  name: 'shellcheck',
  matches: ({ program }) => program === 'shellcheck',
  apply: ({ lines }: FilterInput) => {
    if (!lines.some((line) => PLACE.test(line))) return null;
    const result: string[] = [];
    let file = '';
    for (let i = 0; i < lines.length; i++) {
      const line = lines[i] as string;
      const place = PLACE.exec(head(line));
      const finding = FINDING.exec(head(line))?.[1];
      if (/^For more information:$/.test(line)) break;
      if (place !== null) {
        const name = place[1] === file ? '' : place[1];
        file = place[1] as string;
        result.push(`${name}:${place[2]} ${(lines[++i] ?? '').trim()}`);
      } else if (finding !== undefined) result.push(` ${finding}`);
      else if (/^Did you mean:/.test(line)) result.push(` -> ${(lines[++i] ?? '').trim()}`);
      else if (line !== '') result.push(line);
    }
    return result;
  },
};
