// One failure as pytest prints it: frames become `place  failing line`, reasons and captured output stay whole.
import { head } from '../../filter.ts';

export interface Condensed {
  readonly lines: string[];
  /** Lines of source and repeated values that were left out. */
  readonly dropped: number;
}

const PLACE = /^(\S.*?):(\d+): ?(.*)$/;
const SHORT_PLACE = /^\S.*:\d+: in \S/;
const FRAME_END = /^(?:_ ){3,}_?$/;
const CAPTURED = /^-{3,} (Captured .*?) -{3,}$/;
const LONGEST_VALUE = 120;

export function condenseFailure(lines: readonly string[]): Condensed {
  const result: string[] = [];
  let failing: string[] = [];
  let reasons: string[] = [];
  let values: string[] = [];
  let dropped = 0;
  let captured = false;
  let understood = false;
  let short = false;
  const told = new Set<string>();

  const flush = (): void => {
    result.push(...values, ...failing, ...reasons);
    values = [];
    failing = [];
    reasons = [];
  };
  for (const line of lines) {
    const start = head(line);
    const section = CAPTURED.exec(start);
    if (section !== null) {
      flush();
      captured = true;
      result.push(` ${section[1]}:`);
    } else if (captured) {
      result.push(line);
    } else if (FRAME_END.test(start)) {
      flush();
    } else if (line.startsWith('>')) {
      failing.push(`   ${line.slice(1).trim()}`);
    } else if (/^E( {2,}|$)/.test(line)) {
      reasons.push(` ${line.slice(1).replace(/^ {2,7}/, '')}`.trimEnd());
    } else if (PLACE.test(start) && (failing.length > 0 || reasons.length > 0)) {
      const [, file, row] = PLACE.exec(start) as RegExpExecArray;
      result.push(...values, ` ${file}:${row} ${failing.map((text) => text.trim()).join(' ')}`.trimEnd(), ...reasons);
      values = [];
      failing = [];
      reasons = [];
      understood = true;
    } else if (SHORT_PLACE.test(start)) {
      // `--tb=short`: the failing line stands under its place
      flush();
      short = true;
      understood = true;
      result.push(` ${line}`);
    } else if (/^\s/.test(line)) {
      if (short && !/^[\s^~]+$/.test(start)) result.push(`  ${line.trim()}`);
      else if (isSource(start)) dropped++;
      else result.push(line);
    } else if (/^\w+ = /.test(start)) {
      if (line.length > LONGEST_VALUE || told.has(line)) dropped++;
      else values.push(` ${line}`);
      told.add(line);
    } else if (line !== '' && !/^\[gw\d+\] \S+ -- Python /.test(start)) {
      flush();
      result.push(line);
    }
  }
  flush();
  // an unknown layout (`--tb=short`, native): no line can be recognised as source
  return understood || dropped === 0 ? { lines: result, dropped } : { lines: [...lines], dropped: 0 };
}

const isSource = (line: string): boolean => line.startsWith('    ');
