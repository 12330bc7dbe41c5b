// valgrind: every error with its frames in one line, innermost first; removes the process number, the banner and code
// addresses.
import { type Filter, type FilterInput, head } from '../../filter.ts';

const PREFIX = /^==\d+== ?/;
const BANNER =
  /^(?:Copyright \(C\)|Using Valgrind-|For lists of detected and suppressed|Rerun with|For counts of detected|Memcheck, a memory error detector|Helgrind, |Massif, )/;
const FRAME = /^ {3}(?:at|by) 0x[0-9A-F]+: /;
const IN_VALGRIND = /\(in \/\S*vgpreload\S*\)$/;

function apply({ lines, cut }: FilterInput): readonly string[] | null {
  if (lines.filter((line) => PREFIX.test(line)).length < 10) return null;
  const kept: string[] = [];
  let dropped = 0;
  for (const line of lines) {
    const text = line.replace(PREFIX, '');
    if (BANNER.test(head(text))) dropped++;
    else if (/^\s+(?:possibly lost|still reachable|suppressed): 0 bytes in 0 blocks$/.test(text)) dropped++;
    else if (FRAME.test(text)) {
      const call = text.replace(FRAME, '').replace(IN_VALGRIND, '(valgrind)');
      if (text.startsWith('   at') || !kept.at(-1)?.startsWith(' at ')) kept.push(` at ${call}`);
      else kept[kept.length - 1] += ` < ${call}`;
    } else if (text !== '') kept.push(text.replace(/^ {2,}/, ' '));
  }
  return dropped > 0 ? [...kept, cut(dropped)] : kept;
}

export const valgrind: Filter = { name: 'valgrind', matches: ({ program }) => program === 'valgrind', apply };
