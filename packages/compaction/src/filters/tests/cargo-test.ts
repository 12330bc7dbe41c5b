// `cargo test` and nextest: failures with their output, one verdict per test binary, warnings as message and place.
import type { Filter, FilterInput } from '../../filter.ts';
import { head } from '../../filter.ts';
import { cargo } from '../build/cargo.ts';
import { condenseRust } from '../build/rust-findings.ts';

const PASSED = /^test .* \.\.\. (?:ok|ignored(?:, .*)?|bench:.*)$|^\s+(?:PASS|SKIP|START) \[/;
const LISTED = /^test .* \.\.\. FAILED$/;
const RUNNING = /^running \d+ tests?$/;
const BACKTRACE_HINT = /^note: run with `RUST_BACKTRACE=1`/;
const STDOUT_OF = /^---- (\S.*) stdout ----$/;
const EMPTY_RESULT = /^test result: ok\. 0 passed; 0 failed; 0 ignored; 0 measured; (\d+) filtered out/;
const BACKTRACE_OF_STD =
  /^\s+\d+: (?:rust_begin_unwind|<fn\(|<core::|core::|std::|test::|__rust|_start|main$|<?alloc::|__libc)/;

/** The heading `---- name stdout ----` is removed when the panic under it repeats the name. */
function withoutRepeats(lines: readonly string[]): string[] {
  const kept: string[] = [];
  let inList = false;
  lines.forEach((line, i) => {
    const start = head(line);
    const name = STDOUT_OF.exec(start)?.[1];
    if (line === 'failures:') inList = true;
    else if (inList && !line.startsWith('    ')) inList = false;
    if (inList || line === '') return;
    const next = lines.slice(i + 1, i + 3).find((one) => one !== '') ?? '';
    if (name !== undefined && next.startsWith(`thread '${name}'`)) return;
    kept.push(line);
  });
  return kept;
}

function apply(input: FilterInput): readonly string[] | null {
  const { lines, cut, tick } = input;
  // it did not compile: the compiler's findings are all there is
  if (!lines.some((line) => /^test result: |^\s+Summary \[/.test(line))) return cargo.apply(input);
  let emptyBinaries = 0;
  let frames = 0;
  let inStdFrame = false;
  const chosen = lines.filter((line) => {
    tick();
    const start = head(line);
    if (EMPTY_RESULT.test(start)) {
      emptyBinaries++;
      return false;
    }
    if (BACKTRACE_OF_STD.test(start) || (inStdFrame && /^\s+at /.test(start))) {
      inStdFrame = true;
      frames++;
      return false;
    }
    inStdFrame = false;
    return !(PASSED.test(start) || LISTED.test(start) || RUNNING.test(start) || BACKTRACE_HINT.test(start));
  });
  const condensed = condenseRust(withoutRepeats(chosen), true);
  const result = condensed.lines.map((line) =>
    line.replace(/; 0 (?:ignored|measured|filtered out)/g, '').replace(/; finished in \S+$/, ''),
  );
  if (emptyBinaries > 0)
    result.push(`${emptyBinaries} test ${emptyBinaries === 1 ? 'binary' : 'binaries'} ran 0 tests`);
  const dropped = condensed.dropped + frames;
  if (dropped > 0) result.push(cut(dropped, 'lines of source'));
  return result;
}

export const cargoTest: Filter = {
  name: 'cargo-test',
  matches: ({ program, sub }) => program === 'cargo' && /^(?:t|test|nextest|llvm-cov|tarpaulin|bench)$/.test(sub),
  apply,
};
