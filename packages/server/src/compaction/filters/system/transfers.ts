// rsync, curl -v, wget: progress and handshakes out; files, headers, bodies and errors kept.
import { declareFilter } from '../../declare-filter.ts';

export const rsync = declareFilter({
  name: 'rsync',
  matches: ({ program }) => program === 'rsync',
  drop: [/^\s+[\d,.]+[KMGT]?\s+\d+%\s/, /^(?:sending|receiving) incremental file list$/, /^\.\/$/],
});

export const curl = declareFilter({
  name: 'curl',
  matches: ({ program }) => program === 'curl',
  drop: [
    /^ {2}% Total {4}% Received/,
    /^ {33}Dload {2}Upload/,
    /^\s*\d+ +[\d.]+[kMG]? +\d+ +[\d.]+[kMG]? +\d+ +\d+ .*--:--|^\s*\d+ +[\d.]+[kMG]? +\d+ +[\d.]+[kMG]? +\d+ +\d+ +\S+ +\S+ +(?:\d+:\d\d:\d\d|--:--:--) +/,
    /^[{}] \[\d+ bytes data\]$/,
    /^\* (?:TLSv[\d.]+ |ALPN|CAfile:|CApath:|Server certificate:| {2}|Using HTTP|using HTTP|\[HTTP\/2\]|h2|Copying HTTP\/2|Mark bundle|Request completely sent off|HTTP 1\.0, assume close|Closing connection|Connection #\d+ to host .* left intact|Host \S+ was resolved|IPv[46]: |upload completely sent off|old SSL session|TCP_NODELAY set|\s+Trying)/,
    /^[<>]$/,
  ],
});

export const wget = declareFilter({
  name: 'wget',
  matches: ({ program }) => program === 'wget',
  drop: [/^\s*\d+[KMG] [ .,]*(?:\d+%)?\s/, /^\s*\d+[KMG] [. ]+$/, /^Resolving \S+ \(.*\)\.\.\. /, /%\[=*>? *\]/],
});
