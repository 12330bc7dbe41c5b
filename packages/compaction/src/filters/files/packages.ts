// dpkg -l, apt list, rpm: name and version; a state other than "installed" stays visible.
import { declareFilter } from '../../declare-filter.ts';
import { type Filter, head } from '../../filter.ts';

const ROW = /^([a-zA-Z]{2,3}) {1,2}(\S+) +(\S+) +(\S+) +(.*)$/;

export const dpkgList: Filter = {
  name: 'dpkg-list',
  isList: true,
  matches: ({ program, args }) =>
    /^(?:dpkg|dpkg-query)$/.test(program) && args.some((arg) => arg === '-l' || arg === '--list'),
  anyLines: true,
  apply: ({ lines, cut }) => {
    const rows: string[] = [];
    const before: string[] = [];
    let installed = 0;
    let described = 0;
    for (const line of lines) {
      const parts = ROW.exec(head(line));
      if (!parts) {
        if (line !== '' && !/^(?:Desired=|\| Status=|\|\/ Err\?|\|\|\/ Name|\+\+\+-)/.test(line)) before.push(line);
        continue;
      }
      const [, state = '', name = '', version = ''] = parts;
      described++;
      if (state === 'ii') installed++;
      const bare = name.replace(/:(?:amd64|arm64|i386|armhf|riscv64)$/, '');
      rows.push(state === 'ii' ? `${bare} ${version}` : `${state} ${bare} ${version}`);
    }
    if (rows.length < 5) return null;
    const title = `${rows.length} packages, ${installed} installed (ii) unless marked`;
    return [...before, title, ...rows, cut(described, 'descriptions and architectures')];
  },
};

export const aptInstall = declareFilter({
  name: 'apt',
  matches: ({ program, sub }) =>
    /^(?:apt|apt-get|aptitude)$/.test(program) &&
    /^(?:install|update|upgrade|dist-upgrade|full-upgrade|remove|purge|autoremove)$/.test(sub),
  drop: [
    /^(?:Hit|Ign):\d+ /,
    /^Get:\d+ /,
    /^(?:Reading|Building) (?:package lists|dependency tree|state information)/,
    /^Selecting previously unselected package/,
    /^Preparing to unpack /,
    /^\(Reading database/,
    /^Unpacking /,
    /^Processing triggers for /,
    /^Setting up /,
    /^Fetched .* in .*/,
    /^WARNING: apt does not have a stable CLI/,
    /^update-alternatives: using /,
    /^\d+% \[/,
    /^Need to get .* of archives/,
    /^debconf: (?:delaying|unable|falling back|\()/,
  ],
});

export const aptList = declareFilter({
  name: 'apt-list',
  matches: ({ program, sub }) => program === 'apt' && sub === 'list',
  anyLines: true,
  drop: [/^WARNING: apt does not have/, /^Listing\.\.\./],
  replace: [
    [/^([^/]{1,200})\/\S+ (\S+) \S+( \[.*\])?$/, '$1 $2$3'],
    [/ \[installed(?:,automatic|,local)?\]$/, ''],
  ],
});

export const pip = declareFilter({
  name: 'pip',
  matches: ({ program, sub }) =>
    /^(?:pip|pipx|uv|poetry|pdm)$/.test(program) && /^(?:install|add|sync|update|upgrade|lock|pip)$/.test(sub),
  drop: [
    /^\s*(?:Downloading|Using cached|Collecting|Obtaining|Preparing metadata|Installing build dependencies|Getting requirements|Building wheel|Created wheel|Stored in directory|Installing collected packages|Attempting uninstall|Found existing installation|Uninstalling|Looking in indexes|Fetching|Resolving dependencies)\b/,
    /^Requirement already satisfied: .*\(from /,
    /^\s*[━╸╺ -]{10,}/,
    /^\[notice\]/,
    /^\s+- Installing \S+ \(.*\)(?:: (?:Pending|Downloading|Installing).*)?\.\.\.$/,
  ],
});
