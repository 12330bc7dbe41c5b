// make, ninja, gcc and clang: groups findings, removes commands that were only echoed.
import type { Filter, FilterInput } from '../../filter.ts';
import { head } from '../../filter.ts';
import { readPlaceLine } from '../linters/place-lines.ts';
import { readFindings } from '../linters/read-findings.ts';

const COMPILE =
  /^(?:\S*\/)?(?:[\w.-]*-)?(?:gcc|g\+\+|cc|c\+\+|clang(?:\+\+)?|ar|ranlib|ld|strip|install|mkdir|rm|cp|ln|touch|libtool|nasm|as|cpp)(?:-[\d.]+)? |^\s+(?:CC|CXX|LD|AR|AS|GEN|LINK|CCLD|INSTALL|HOSTCC|MOC|RCC) +\S|^\/bin\/(?:ba)?sh \S*libtool |^libtool: (?:compile|link): /;
/** In any language: `make[1]: Entering directory '/srv/x'`. */
const ENTERING = /^g?make\[\d+\]: (?!Nothing|Warning)\p{L}[\p{L} ]{3,40} [‘'«`"] ?\/\S+ ?[’'»"]$/u;
const BUILT = /^\[\s*\d+%\] (Built target \S+)$/;
const MOST_TARGETS = 8;
const PROGRESS =
  /^\[\s*(?:\d+%|\d+\/\d+)\] (?:Building|Linking|Built|Generating|Scanning|Automatic|Copying|Compiling|Creating|Running|Re-checking|Install)/;
const UP_TO_DATE = /^(?:Consolidate compiler generated dependencies|Scanning dependencies) of target /;
const FAILED = /\*\*\* |^FAILED: |^ninja: build stopped/;
/** How a file came to be read, and which templates were tried before an error. */
const ON_THE_WAY = /^In file included from |^ {8,}from \S|: In instantiation of |:\s+required (?:from|by) (?!here)/;
const FROM_HERE = /^(\S[^:]{0,300}:\d+(?::\d+)?):\s+required from here$/;
const CANDIDATE =
  /: note: +(?:candidate\b|template argument deduction|.{0,300}(?:is not derived from|mismatched types|no known conversion|constraints not satisfied))/;
const MOST_CANDIDATES = 2;
/** `src/a.c: In function ‘f’:` — the place says this too. */
const IN_FUNCTION = /^[^\s:]+: (?:In|At|Dans|In der|En|Nella|Na) [^:]{1,200}:$/;

function apply({ lines, cut, tick }: FilterInput): readonly string[] | null {
  // the command that failed without printing anything stays
  const echoed = (line: string) => {
    const start = head(line);
    return COMPILE.test(start) || ENTERING.test(start) || PROGRESS.test(start) || UP_TO_DATE.test(start);
  };
  const without = lines.filter((line, i) => !echoed(line) || FAILED.test(head(lines[i + 1] ?? '')));
  const commands = lines.length - without.length;
  let candidates = 0;
  const noise = (line: string) => {
    if (CANDIDATE.test(line)) return line.startsWith('/usr/') || ++candidates > MOST_CANDIDATES;
    if (!/: note: /.test(line) && readPlaceLine(line) !== null) candidates = 0;
    return IN_FUNCTION.test(line) || ON_THE_WAY.test(line);
  };
  const found = readFindings(askedFor(without), { read: readPlaceLine, noise, quoteUpTo: FEW_ERRORS }, tick);
  const result = found?.lines ?? without.filter((line) => line !== '');
  result.push(...builtTargets(lines));
  if (result.length === 0) result.push(...lines.slice(-1));
  const source = found === null ? 0 : found.quoted + found.noise;
  if (commands > 0)
    result.push(cut(commands, source > 0 ? `echoed commands, ${source} lines of source` : 'echoed commands'));
  else if (source > 0) result.push(cut(source, 'lines of source'));
  return result;
}

const FEW_ERRORS = 6;

/** The line of the user's own code that used a template goes under the error it led to. */
function askedFor(lines: readonly string[]): string[] {
  const result: string[] = [];
  let place = '';
  for (const line of lines) {
    const here = FROM_HERE.exec(head(line))?.[1];
    if (here !== undefined) place = here;
    else result.push(line);
    if (place !== '' && here === undefined && readPlaceLine(line) !== null) {
      result.push(`  required from ${place}`);
      place = '';
    }
  }
  return result;
}

function builtTargets(lines: readonly string[]): string[] {
  const built = lines.map((line) => BUILT.exec(head(line))?.[1]).filter((target) => target !== undefined);
  return built.length > MOST_TARGETS ? [`${built.length} targets built`] : built;
}

export const make: Filter = {
  name: 'make',
  matches: ({ program, args }) =>
    /^(?:make|ninja|samu|gcc|clang|ld|checkmake)$/.test(program) || (program === 'cmake' && args.includes('--build')),
  apply,
};
