// What stands beside the message of an output that nobody knows: source that is quoted around a finding, the middle of a
// long trace, links to explanations, the explanation of columns, progress that went on. Each is trimmed, and counted.
import type { FilterInput } from '../filter.ts';
import { trimLegend } from './column-legend.ts';
import { trimLinks } from './doc-links.ts';
import { trimFrames } from './numbered-frames.ts';
import { trimQuoted } from './quoted-source.ts';
import { dropSuperseded } from './superseded-bars.ts';

export interface Trimmed {
  readonly lines: readonly string[];
  readonly dropped: number;
  /** What was trimmed, for the marker. Lines, if it was more than one thing. */
  readonly what: string | undefined;
  readonly name: string;
}

const WHAT = [
  { name: 'quoted-source', what: 'lines of quoted source', trim: ({ lines }: FilterInput) => trimQuoted(lines) },
  { name: 'stack-trace', what: 'frames', trim: ({ lines, exitCode }: FilterInput) => trimFrames(lines, exitCode) },
  { name: 'doc-links', what: 'links to explanations', trim: ({ lines }: FilterInput) => trimLinks(lines) },
  { name: 'progress', what: 'lines of progress', trim: ({ lines }: FilterInput) => dropSuperseded(lines) },
  { name: 'legend', what: 'lines about the columns', trim: unlessAskedFor },
];

/** Somebody who asks for an explanation gets it. */
const HELP = /^(?:-h|-\?|--?help\S*|help|usage)$/;
const MANUALS = /^(?:man|info|help|tldr|perldoc|pydoc3?)$/;

function unlessAskedFor({ lines, command }: FilterInput): { lines: readonly string[]; dropped: number } {
  const asked = MANUALS.test(command.program) || command.args.some((arg) => HELP.test(arg));
  return asked ? { lines, dropped: 0 } : trimLegend(lines);
}

export function trimAsides(input: FilterInput): Trimmed {
  let result: Trimmed = { lines: input.lines, dropped: 0, what: undefined, name: '' };
  for (const { name, what, trim } of WHAT) {
    const { lines, dropped } = trim({ ...input, lines: result.lines });
    if (dropped === 0) continue;
    const before = result.dropped;
    result = { lines, dropped: before + dropped, what: before === 0 ? what : undefined, name };
  }
  return result;
}
