// Rows that end in a path (find -printf, stat -c, checksums): the folder once for its rows, and cells that are equal in
// all rows once.
import { type Filter, head } from '../../filter.ts';
import { capLines } from '../../stages/cap-lines.ts';

const FEWEST_ROWS = 4;

export const pathColumn: Filter = {
  name: 'path-column',
  matches: ({ program, args }) =>
    /^(?:(?:md5|sha1|sha224|sha256|sha384|sha512|b2|ck)sum|cksum)$/.test(program) ||
    (program === 'stat' && args.some((arg) => /^(?:-c|--format|--printf)/.test(arg))) ||
    (program === 'find' && args.some((arg) => /^-(?:printf|ls)$/.test(arg))),
  anyLines: true,
  apply: ({ lines, cut }) => {
    const rows = lines.filter((line) => line !== '').map((line) => head(line).trim().split(/ +/));
    const width = rows[0]?.length ?? 0;
    if (rows.length < FEWEST_ROWS || width < 2 || rows.some((row) => row.length !== width)) return null;
    const paths = rows.map((row) => row[width - 1] as string);
    if (!paths.every((path) => path.includes('/'))) return null;
    const same = (rows[0] as string[]).map((cell, i) => i < width - 1 && rows.every((row) => row[i] === cell));
    const constants = (rows[0] as string[]).filter((_, i) => same[i]);
    const title = constants.length > 0 ? [`all: ${constants.join(' ')}`] : [];
    const cells = (at: number) => (rows[at] as string[]).slice(0, -1).filter((_, i) => !same[i]);
    const folderOf = (at: number) => (paths[at] ?? '').slice(0, (paths[at] ?? '').lastIndexOf('/') + 1);
    const body: string[] = [];
    for (let i = 0; i < rows.length; i++) {
      const folder = folderOf(i);
      const inside = folder !== '' && (folder === folderOf(i - 1) || folder === folderOf(i + 1));
      if (inside && folder !== folderOf(i - 1)) body.push(`${folder}:`);
      const name = inside ? (paths[i] as string).slice(folder.length) : (paths[i] as string);
      body.push(`${inside ? ' ' : ''}${[...cells(i), name].join(' ')}`);
    }
    return [...title, ...capLines(body, cut)];
  },
};
