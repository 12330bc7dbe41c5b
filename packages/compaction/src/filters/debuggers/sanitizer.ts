// AddressSanitizer and its like, in any program: keeps the report and its frames, removes shadow memory and its legend.
import { type Filter, type FilterInput, head } from '../../filter.ts';

const REPORT = /^==\d+==(?:ERROR|WARNING): \w+Sanitizer/;
const SHADOW = /^(?:=>| {2})0x[0-9a-f]+: (?:[0-9a-f]{2}|\[)/;
const LEGEND = /^Shadow byte legend|^ {2}(?:Addressable|Partially addressable|[A-Z][A-Za-z ]+): +(?:[0-9a-f]{2} ?)+$/;
const FRAME = /^\s+#(\d+) 0x[0-9a-f]+ (?:in )?/;
const START_UP = / (?:__libc_start_call_main|__libc_start_main(?:_impl)?|_start) /;

export const sanitizer: Filter = {
  name: 'sanitizer',
  matches: ({ program }) => program !== '' && !/^(?:cat|head|tail|less|more|grep|rg)$/.test(program),
  apply: ({ lines, cut }: FilterInput) => {
    if (!lines.some((line) => REPORT.test(head(line)))) return null;
    const kept: string[] = [];
    let dropped = 0;
    for (const line of lines) {
      const start = head(line);
      const frame = FRAME.test(start);
      if (SHADOW.test(start) || LEGEND.test(start) || /^Shadow bytes around|^={20,}$/.test(start)) dropped++;
      else if (frame && START_UP.test(start)) dropped++;
      else kept.push(frame ? line.replace(FRAME, ' #$1 ').replace(/ (?:\.\.\/)+/, ' ') : line);
    }
    return [...kept, cut(dropped, 'lines of shadow memory and start-up')];
  },
};
