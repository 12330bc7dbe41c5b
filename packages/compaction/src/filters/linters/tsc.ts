// TypeScript's compiler: groups findings, removes quoted source.
import type { Filter } from '../../filter.ts';
import type { Diagnostic } from '../../stages/group-diagnostics.ts';
import { readPlaceLine } from './place-lines.ts';
import { groupFindings } from './read-findings.ts';

/** `--pretty`: `src/a.ts:1:2 - error TS2305: …`. */
const PRETTY = /^(\S[^:]{0,300}):(\d+:\d+) - ([a-z]+) (TS\d+: .*)$/;
const PRETTY_SOURCE = /^\d+\s|^\s+~+$/;
/** `--build --verbose`: what is built and why. */
const BUILD =
  /^\d{1,2}:\d\d:\d\d(?: [AP]M)? - (?:Projects in this build: ?$|Project '.*' is (?:out of date|up to date)|Building project ')|^ {4}\* \S+\.json$/;
/** `--traceResolution`: removes where it looked, keeps what it found. */
const TRACE =
  /^(?:======== Resolving |Explicitly specified module resolution|Module resolution kind|Loading module |Searching all ancestor|Directory '|Scoped package detected|File '|Found 'package\.json'|'package\.json' |Resolving real path|Resolution for module|Auto discovery for typings|Reusing resolution|Using compiler options|Containing file is not specified|Resolving with primary search path|Looking up in 'node_modules'|Type reference directive )/;
const CODE = /^(error|warning|message|suggestion) (TS\d+: .*)$/;

function readLine(line: string): Diagnostic | null {
  const pretty = PRETTY.exec(line.slice(0, 1_000));
  if (pretty !== null) {
    const [, file = '', place = '', severity = ''] = pretty;
    return { file, place, severity, text: line.slice(line.indexOf(' TS') + 1), more: [] };
  }
  const found = readPlaceLine(line);
  const code = found === null ? null : CODE.exec(`${found.severity === '' ? '' : `${found.severity}: `}${found.text}`);
  return found === null || code === null ? null : { ...found, severity: code[1] as string, text: code[2] as string };
}

export const tsc: Filter = {
  name: 'tsc',
  matches: ({ program }) => /^(?:tsc|vue-tsc|tsgo)$/.test(program),
  anyLines: true,
  apply: (input) => {
    const pretty = input.lines.some((line) => PRETTY.test(line.slice(0, 1_000)));
    return groupFindings(input, {
      read: readLine,
      noise: (line) => TRACE.test(line) || BUILD.test(line) || (pretty && PRETTY_SOURCE.test(line)),
    });
  },
};
