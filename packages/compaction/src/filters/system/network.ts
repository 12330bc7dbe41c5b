// ss, netstat, ip, iptables: removes padding, and what is the same in every entry.
import { declareFilter } from '../../declare-filter.ts';
import type { Filter } from '../../filter.ts';

export const sockets = declareFilter({
  name: 'sockets',
  matches: ({ program }) => /^(?:ss|netstat|lsof)$/.test(program),
  anyLines: true,
  replace: [
    [/(\S)[ \t]{2,}(?=\S)/g, '$1 '],
    [/^ +/, ''],
  ],
});

export const ip = declareFilter({
  name: 'ip',
  matches: ({ program }) => /^(?:ip|ifconfig)$/.test(program),
  anyLines: true,
  drop: [/^\s+valid_lft forever preferred_lft forever$/],
  replace: [
    [/ group default(?: qlen \d+)?$/, ''],
    [/ brd ff:ff:ff:ff:ff:ff(?= |$)/, ''],
    [/^\s+/, ' '],
  ],
});

export const iptables: Filter = {
  name: 'iptables',
  matches: ({ program, args }) =>
    /^ip6?tables(?:-legacy|-nft)?$/.test(program) && args.some((word) => /^-{1,2}[a-zA-Z-]*[Ll]/.test(word)),
  apply: ({ lines }) => {
    const titles = new Set<string>();
    return lines
      .filter((line) => line !== '')
      .map((line) => line.trim().replace(/ {2,}/g, ' '))
      .filter((line) => {
        if (!/^(?:num )?(?:pkts bytes )?target prot opt /.test(line)) return true;
        const again = titles.has(line);
        titles.add(line);
        return !again;
      });
  },
};
