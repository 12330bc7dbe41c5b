// Small tools whose output is padded or repeats itself: wc, stat, env, free, lsblk, id, uptime, mount.
import type { Filter } from '../../filter.ts';
import { commonFolder } from '../../stages/group-paths.ts';

/** A shorter folder stays before its names, so that a row can be quoted as it was. */
const WORTH_SAYING_ONCE = 10;

export const wc: Filter = {
  name: 'wc',
  matches: ({ program }) => program === 'wc',
  anyLines: true,
  apply: ({ lines }) => {
    const rows = lines.filter((line) => line !== '').map((line) => line.trim().replace(/ {2,}/g, ' '));
    const paths = rows.map((row) => row.replace(/^(?:\d+ ){1,5}/, ''));
    const folder = commonFolder(paths.filter((path) => path !== 'total'));
    if (rows.length < 4 || folder.length < WORTH_SAYING_ONCE) return rows;
    const short = (row: string, path: string) =>
      path.startsWith(folder) ? row.slice(0, row.length - path.length) + path.slice(folder.length) : row;
    return [`${folder}:`, ...rows.map((row, i) => short(row, paths[i] as string))];
  },
};

const LONGEST_VALUE = 300;

export const env: Filter = {
  name: 'env',
  isList: true,
  matches: ({ program, args }) =>
    program === 'printenv' || (program === 'env' && args.length === 0) || program === 'set',
  anyLines: true,
  apply: ({ lines, cut }) => {
    let left = 0;
    const result = lines.map((line) => {
      if (!/^[A-Za-z_]\w*=/.test(line) || line.length <= LONGEST_VALUE) return line;
      left += line.length - LONGEST_VALUE;
      return `${line.slice(0, LONGEST_VALUE)}… (+${line.length - LONGEST_VALUE} chars)`;
    });
    return left > 0 ? [...result, cut(left, 'characters')] : result;
  },
};

/** Labels and values that are separated by blanks only. */
export const padded: Filter = {
  name: 'padded',
  matches: ({ program }) =>
    /^(?:stat|free|lsblk|lscpu|lsmod|lspci|lsusb|mount|findmnt|uptime|w|who|last|id|vmstat|iostat|swapon|blkid|timedatectl|hostnamectl|loginctl|ulimit|file|ldd|nm|size)$/.test(
      program,
    ),
  anyLines: true,
  apply: ({ lines }) => lines.map((line) => line.replace(/(\S)[ \t]{2,}(?=\S)/g, '$1 ').replace(/^ {2,}/, ' ')),
};

const HEX_DUMP = /^\s*(?:[0-9a-f]{2}:){7,}[0-9a-f]{0,2}$/i;

/** Certificates and keys: keeps issuer, subject and dates, counts moduli and signatures. */
export const openssl: Filter = {
  name: 'openssl',
  matches: ({ program }) => program === 'openssl' || program === 'gpg' || program === 'certtool',
  apply: ({ lines, cut }) => {
    const pem = linesOfPem(lines);
    // a certificate alone was asked for; one inside a report is there for programs
    const report = lines.filter((line, i) => line !== '' && !pem.has(i) && !line.startsWith('-----')).length > 5;
    const kept = lines
      .filter((line, i) => !HEX_DUMP.test(line.slice(0, 200)) && !(report && pem.has(i)) && line !== '---')
      .map((line) => line.replace(/^ +/, (blanks) => ' '.repeat(Math.ceil(blanks.length / 4))));
    const left = lines.length - kept.length;
    return left > 2 ? [...kept, cut(left, 'lines of keys and signatures')] : null;
  },
};

/** Which lines are between `BEGIN` and `END`. */
function linesOfPem(lines: readonly string[]): Set<number> {
  const inside = new Set<number>();
  let open = -1;
  lines.forEach((line, i) => {
    if (/^-----BEGIN [A-Z0-9 ]+-----$/.test(line)) open = i;
    if (open >= 0 && /^-----END [A-Z0-9 ]+-----$/.test(line)) {
      for (let at = open + 1; at < i; at++) inside.add(at);
      open = -1;
    }
  });
  return inside;
}
