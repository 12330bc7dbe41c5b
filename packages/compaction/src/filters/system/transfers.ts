// rsync, curl -v, wget: removes progress and handshakes; keeps files, headers, bodies and errors.
import { declareFilter } from '../../declare-filter.ts';

export const rsync = declareFilter({
  name: 'rsync',
  matches: ({ program }) => program === 'rsync',
  drop: [
    /^\s+[\d,.]+[KMGT]?\s+\d+%\s/,
    /^(?:sending|receiving) incremental file list$/,
    /^\.\/$/,
    /^(?:File list (?:size|generation time|transfer time)|Literal data|Matched data): 0(?:\.00\d)?(?: \w+)?$/,
  ],
});

const METER = [
  /^ {2}% Total {4}% Received/,
  /^ {33}Dload {2}Upload/,
  /^\s*\d+ +[\d.]+[kMG]? +\d+ +[\d.]+[kMG]? +\d+ +\d+ +\S+ +\S+ +(?:\d+:\d\d:\d\d|--:--:--) +(?:\d+:\d\d:\d\d|--:--:--) +/,
];

/** Without `-v` every other line is the body, which must stay whole. */
export const curlMeter = declareFilter({
  name: 'curl-meter',
  matches: ({ program }) => program === 'curl',
  drop: METER,
});

export const curlVerbose = declareFilter({
  name: 'curl',
  matches: ({ program, args }) =>
    program === 'curl' && args.some((word) => /^-[a-zA-Z]*v|^--verbose$|^--trace/.test(word)),
  drop: [
    ...METER,
    /^[{}] \[\d+ bytes data\]$/,
    /^\* (?:TLSv[\d.]+ (?!\((?:IN|OUT)\), TLS alert)|ALPN|CAfile:|CApath:|Server certificate:| {2}|Using HTTP|using HTTP|\[HTTP\/2\]|h2|Copying HTTP\/2|Mark bundle|Request completely sent off|HTTP 1\.0, assume close|Closing connection|Connection #\d+ to host .* left intact|Host \S+ was resolved|IPv[46]: |upload completely sent off|old SSL session|TCP_NODELAY set|\s+Trying)/,
    /^[<>]$/,
  ],
});

export const wget = declareFilter({
  name: 'wget',
  matches: ({ program }) => program === 'wget',
  drop: [/^\s*\d+[KMG] [ .,]*(?:\d+%)?\s/, /^\s*\d+[KMG] [. ]+$/, /^Resolving \S+ \(.*\)\.\.\. /, /%\[=*>? *\]/],
});
