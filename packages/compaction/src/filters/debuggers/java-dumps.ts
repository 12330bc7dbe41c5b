// Output of the JVM's own tools: threads without the system's numbers for them, histograms without the module of every
// class.
import { type Filter, type FilterInput, head } from '../../filter.ts';
import { capRows } from '../../stages/cap-rows.ts';

const NUMBERS = / (?:os_prio=\d+ )?cpu=\S+ elapsed=\S+ tid=0x[0-9a-f]+ nid=\S+/;
const SMR = /^(?:Threads class SMR info:|_java_thread_list=|0x[0-9a-f]{16}[,}]|\}$)/;
/** Threads that the JVM itself keeps, without a stack of their own. */
const OF_THE_VM =
  /^"(?:VM |G1 |GC Thread|C[12] CompilerThread|Sweeper thread|Service Thread|Monitor Deflation|Notification Thread|Signal Dispatcher|DestroyJavaVM|Attach Listener|Common-Cleaner)/;

function threads({ lines, cut }: FilterInput): readonly string[] | null {
  if (!lines.some((line) => /^Full thread dump /.test(line))) return null;
  const result: string[] = [];
  let own = 0;
  let quiet = false;
  for (const line of lines) {
    const start = head(line);
    if (line.startsWith('"')) quiet = OF_THE_VM.test(start) && NUMBERS.test(start);
    else if (!/^\s/.test(line)) quiet = false;
    if (quiet || SMR.test(start)) own++;
    else
      result.push(
        line
          .replace(NUMBERS, '')
          .replace(/ +\[0x[0-9a-f]+\]$/, '')
          .replace(/\bjava\.base@[\d.]+\//, ''),
      );
  }
  return [...result.filter((line) => line !== ''), cut(own, 'lines of threads of the virtual machine')];
}

function histogram({ lines, cut }: FilterInput): readonly string[] | null {
  const at = lines.findIndex((line) => /^\s*num\s+#instances/.test(line));
  if (at < 0) return null;
  const rows = lines
    .slice(at)
    .filter((line) => line !== '' && !/^-+$/.test(line))
    .map((line) =>
      line
        .trim()
        .replace(/ {2,}/g, ' ')
        .replace(/ \(java\.base@[\d.]+\)$/, ''),
    );
  return [...lines.slice(0, at), ...capRows(rows, cut)];
}

export const javaDumps: Filter = {
  name: 'java-dumps',
  matches: ({ program }) => /^(?:jstack|jcmd|jmap)$/.test(program),
  apply: (input) => threads(input) ?? histogram(input),
};
