// `apt-get -s`: every package once with its version, instead of in three lists and again line by line.
import { type Filter, type FilterInput, head } from '../../filter.ts';

const INSTALL = /^Inst (\S+) (?:\[(\S+)\] )?\((\S+) /;
const AGAIN = /^Conf \S+ \(/;
/** Lists of names that the `Inst` lines repeat, with versions. */
const LIST_SAID_AGAIN =
  /^The following (?:additional packages will be installed|NEW packages will be installed|packages will be upgraded):/;
const SUGGESTED = /^(?:Suggested|Recommended) packages:/;
const NOISE = /^(?:Reading|Building) (?:package lists|dependency tree|state information)/;

export const aptSimulate: Filter = {
  name: 'apt-simulate',
  matches: ({ program, args }) =>
    /^(?:apt|apt-get|aptitude)$/.test(program) &&
    args.some((arg) => /^(?:-s|--simulate|--dry-run|--just-print|--no-act|--recon)$/.test(arg)),
  apply: ({ lines, cut }: FilterInput) => {
    if (!lines.some((line) => INSTALL.test(head(line)))) return null;
    const result: string[] = [];
    const fresh: string[] = [];
    let upgraded = 0;
    let dropped = 0;
    let skipping = false;
    for (const line of lines) {
      const start = head(line);
      const found = INSTALL.exec(start);
      if (skipping && /^ {2}\S/.test(start)) {
        dropped++;
        continue;
      }
      skipping = LIST_SAID_AGAIN.test(start) || SUGGESTED.test(start);
      if (skipping || NOISE.test(start) || AGAIN.test(start)) dropped++;
      else if (found !== null && found[2] === undefined) fresh.push(`${found[1]} ${found[3]}`);
      else if (found !== null) {
        if (upgraded++ === 0) result.push('upgraded:');
        result.push(` ${found[1]} ${found[2]} -> ${found[3]}`);
      } else if (line !== '') result.push(line);
    }
    if (fresh.length > 0) result.push('new:', ...fresh.map((name) => ` ${name}`));
    return [...result, cut(dropped, 'lines that say the same again, and suggestions,')];
  },
};
