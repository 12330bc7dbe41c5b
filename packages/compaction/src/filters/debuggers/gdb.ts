// gdb and lldb: keeps signal, source line and backtrace; removes addresses; a run of the same call becomes one with a
// count.
import { type Filter, type FilterInput, head } from '../../filter.ts';

const FRAME = /^\s*(?:frame )?#(\d+):? +(?:0x[0-9a-f]+ (?:in )?)?(\S.*)$/;
const NOISE =
  /^\[Thread debugging using libthread_db enabled\]$|^Using host libthread_db library |^(?:Reading symbols from|Download failed:|Missing separate debuginfos|warning: Error disabling address space)|^No locals\.$|^\[New Thread |^\[Thread 0x\w+ \(LWP \d+\) exited\]$/;
const FEWEST = 4;

/** The call and its place, without the values of its arguments. */
const callOf = (text: string): string =>
  `${/^[^ (]{1,200}/.exec(text)?.[0] ?? ''}${/ (?:at|from) \S{1,300}$/.exec(text)?.[0] ?? ''}`;

function apply({ lines, cut }: FilterInput): readonly string[] | null {
  if (!lines.some((line) => FRAME.test(head(line)))) return null;
  const told = lines.filter((line) => line !== '' && !NOISE.test(head(line)));
  const result: string[] = [];
  let folded = 0;
  let i = 0;
  while (i < told.length) {
    const call = frameAt(told, i);
    let end = i + 1;
    while (call !== null && end < told.length && frameAt(told, end) === call) end++;
    if (end - i < FEWEST) {
      for (; i < end; i++) result.push(bareFrame(told[i] as string));
      continue;
    }
    result.push(bareFrame(told[i] as string), ` … ${end - i - 2} calls like it`, bareFrame(told[end - 1] as string));
    folded += end - i - 2;
    i = end;
  }
  const dropped = lines.filter((line) => line !== '').length - told.length + folded;
  return dropped > 0 ? [...result, cut(dropped)] : result;
}

function frameAt(lines: readonly string[], i: number): string | null {
  const text = FRAME.exec(head(lines[i] as string))?.[2];
  return text === undefined ? null : callOf(text);
}

const bareFrame = (line: string): string =>
  line.replace(/^(\s*(?:frame )?#\d+:?) +0x[0-9a-f]+ in /, '$1 ').replace(/^(#\d+) {2,}/, '$1 ');

export const gdb: Filter = {
  name: 'gdb',
  matches: ({ program }) => /^(?:gdb|lldb|coredumpctl|cgdb)$/.test(program),
  apply,
};
