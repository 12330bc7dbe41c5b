// Stack traces: keeps the message, the causes and the frames of the user's own code; counts runs of frames inside
// runtimes and libraries.
import { head, type Shape } from '../filter.ts';
import { sayBlocksOnce } from './say-blocks-once.ts';

/** Groups of exceptions draw a bar before theirs: `  | File …`. */
const FRAME = /^[\s|]*(?:at |from .*:\d+:in |\/\S+:\d+:in [`']|File ".*", line \d+|\d+: 0x|\d+: +\S+::)/;
const PYTHON_FRAME = /^[\s|]*File ".*", line \d+/;
const FOREIGN =
  /node:internal|\bnode_modules[\\/]|\(<anonymous>\)|\(native\)|\bsite-packages\/|\blib\/python[\d.]+\/|<frozen |\/usr\/lib\/(?:go|ruby|jvm)|\bjava\.base\/|^\s*at (?:java|javax|jdk|sun|com\.sun|kotlin|scala|groovy|clojure|org\.(?:springframework|apache|junit|hibernate|eclipse|gradle|codehaus|jboss)|io\.netty|reactor|net\.bytebuddy|com\.fasterxml|com\.zaxxer|System|Microsoft)\.|\/gems\/|\/rustc\/|^\s*\d+: (?:std|core|alloc|tokio)::|lib\/ruby\/|vendor\/bundle\//;
const CARETS = /^[\s|]*[~^]+$/;
const NOISE = /^\s*\.\.\. \d+ (?:lines matching cause stack trace|more|common frames omitted)/;

/** Null when folding is not worth it. */
function foldFrames(lines: readonly string[]): string[] | null {
  // most text has no trace, and must not be copied for that
  if (!lines.some((line) => FRAME.test(head(line)))) return null;
  const result: string[] = [];
  /** Foreign frames since the last line shown, each with the code below it. */
  let run: string[][] = [];
  let frames = 0;
  let folded = 0;
  /** The last line that was not source quoted under a frame. */
  let before = '';
  const endRun = () => {
    if (run.length === 0) return;
    // the innermost frame says where it was thrown: the first one, or the last one in Python
    const thrown = PYTHON_FRAME.test(run[run.length - 1]?.[0] ?? '') ? run.pop() : undefined;
    if (run.length > 0) result.push(`    … ${run.length} library frame${run.length === 1 ? '' : 's'}`);
    folded += run.length;
    if (thrown) result.push(...thrown);
    run = [];
  };
  for (const line of lines) {
    const start = head(line);
    const last = run[run.length - 1];
    // which part of the line it was: the line itself says enough
    if (CARETS.test(start) && PYTHON_FRAME.test(before)) {
      folded++;
      continue;
    }
    if (!/^[\s|]{4,}\S/.test(start) || PYTHON_FRAME.test(start)) before = start;
    if (last && PYTHON_FRAME.test(last[0] as string) && /^[ |]{4,}\S/.test(start) && !PYTHON_FRAME.test(start)) {
      last.push(line);
      continue;
    }
    if (NOISE.test(start)) continue;
    frames = FRAME.test(start) ? frames + 1 : 0;
    const foreign = frames > 0 && FOREIGN.test(start);
    if (foreign && (frames > 1 || PYTHON_FRAME.test(start)) && !start.endsWith('{')) {
      run.push([line]);
      continue;
    }
    endRun();
    result.push(foreign && start.endsWith('{') ? '    {' : line);
  }
  endRun();
  return folded > 1 ? sayBlocksOnce(result) : null;
}

export const stackTraceShape: Shape = { name: 'stack-trace', apply: ({ lines }) => foldFrames(lines) };
