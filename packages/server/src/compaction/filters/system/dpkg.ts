// `dpkg -l`: name and version of every package; a state other than installed is said.
import type { Filter, FilterInput } from '../../filter.ts';

const ROW = /^([a-zA-Z])([a-zA-Z])([a-zA-Z ]) +(\S+) +(\S+) +(\S+)(?: +(.*))?$/;

function apply({ lines, cut, tick }: FilterInput): readonly string[] | null {
  const result: string[] = [];
  let rows = 0;
  let native = '';
  for (const line of lines) {
    tick();
    const row = line.length > 1_000 ? null : ROW.exec(line);
    if (row === null) {
      if (!/^(?:Desired=|\| Status=|\|\/ Err|\|\|\/ Name|\+\+\+-)/.test(line)) result.push(line);
      continue;
    }
    const [, want = '', is = '', err = '', name = '', version = '', architecture = ''] = row;
    if (architecture !== 'all' && native === '') native = architecture;
    const state = `${want}${is}${err}`.trim();
    const foreign = architecture !== 'all' && architecture !== native ? ` ${architecture}` : '';
    const short = name.endsWith(`:${native}`) ? name.slice(0, -native.length - 1) : name;
    result.push(`${state === 'ii' ? '' : `${state} `}${short} ${version}${foreign}`);
    rows++;
  }
  if (rows < 3) return null;
  result.unshift(`${rows} packages, state ii${native === '' ? '' : ` and ${native} or all`} unless said:`);
  result.push(cut(rows, 'descriptions'));
  return result;
}

export const dpkgList: Filter = {
  name: 'dpkg-list',
  matches: ({ program, args }) => program === 'dpkg' && args.some((word) => /^(?:-l|--list)$/.test(word)),
  anyLines: true,
  apply,
};
