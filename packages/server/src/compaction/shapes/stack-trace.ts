// Stack traces: the message, the causes and the frames of one's own code; runs of frames inside runtimes and libraries are counted.
import { head, type Shape } from '../filter.ts';

const FRAME = /^\s*(?:at |from .*:\d+:in |File ".*", line \d+|\d+: 0x|\d+: +\S+::)/;
const FOREIGN =
  /node:internal|\bnode_modules[\\/]|\(<anonymous>\)|\(native\)|\bsite-packages\/|\/usr\/lib\/(?:python|go|ruby|jvm)|\bjava\.base\/|^\s*at (?:java|javax|jdk|sun|com\.sun|kotlin|scala|groovy|clojure|org\.(?:springframework|apache|junit|hibernate|eclipse|gradle|codehaus|jboss)|io\.netty|reactor|net\.bytebuddy|com\.fasterxml|com\.zaxxer|System|Microsoft)\.|\/gems\/|\/rustc\/|^\s*\d+: (?:std|core|alloc|tokio)::|lib\/ruby\/|vendor\/bundle\//;
const NOISE = /^\s*\.\.\. \d+ (?:lines matching cause stack trace|more|common frames omitted)/;

/** The first frames after a message say where it was thrown, whoever's code that is. */
const ALWAYS_SHOWN = 1;

export function foldFrames(lines: readonly string[]): string[] | null {
  const result: string[] = [];
  let frames = 0;
  let run = 0;
  let folded = 0;
  const endRun = () => {
    if (run > 0) result.push(`    … ${run} library frame${run === 1 ? '' : 's'}`);
    folded += run;
    run = 0;
  };
  for (const line of lines) {
    const start = head(line);
    if (FRAME.test(start)) {
      frames++;
      if (frames > ALWAYS_SHOWN && FOREIGN.test(start) && !start.endsWith('{')) {
        run++;
        continue;
      }
    } else if (NOISE.test(start)) {
      continue;
    } else {
      frames = 0;
    }
    endRun();
    result.push(start.trimEnd().endsWith('{') && FRAME.test(start) && FOREIGN.test(start) ? '    {' : line);
  }
  endRun();
  return folded > 1 ? result : null;
}

export const stackTraceShape: Shape = { name: 'stack-trace', apply: ({ lines }) => foldFrames(lines) };
