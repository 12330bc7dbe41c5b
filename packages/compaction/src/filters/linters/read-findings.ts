// Walks a compiler's or linter's output: findings, the lines that belong to them, quoted source, and the rest.
import { type FilterInput, head } from '../../filter.ts';
import { type Diagnostic, groupDiagnostics } from '../../stages/group-diagnostics.ts';

export interface FindingRules {
  readonly read: (line: string) => Diagnostic | null;
  /** Lines that say nothing worth reading: dropped and counted. */
  readonly noise?: (line: string) => boolean;
  /** An indented line under a finding that belongs to it. By default all do. */
  readonly belongs?: (line: string) => boolean;
  /** Up to this many errors keep the source that is quoted under them. */
  readonly quoteUpTo?: number;
}

const NOTE = /^(?:note|remark|help|info|hint|remarque|nota|hinweis|anmerkung)$/i;
const NUMBERED_SOURCE = /^\s*(?:\d+\s*)?[|│]/;
const NUMBERED_CODE = /^\s*\d+\s*[|│]\s*(\S.*)$/;
const ERROR = /error|erreur|fehler/i;
const CARETS = /^\s*(?:\|\s*)?[\^~][\^~ ]*$/;

/** So few findings stay as they were written: a place, a severity and a message are searched for in one piece. */
const FEW = 6;

interface Open {
  readonly diagnostic: Diagnostic;
  /** Where it stands among the lines that are neither quoted nor noise. */
  readonly at: number;
  readonly more: string[];
  /** The first line of source quoted under it. */
  source: string;
}

export interface Findings {
  readonly lines: string[];
  /** Lines of quoted source, and of noise, that were left out. */
  readonly quoted: number;
  readonly noise: number;
}

/** The output with its findings grouped, or null when there are none. */
export function groupFindings(input: FilterInput, rules: FindingRules): string[] | null {
  const found = readFindings(input.lines, rules, input.tick);
  if (found === null) return null;
  const { lines, quoted, noise } = found;
  if (quoted + noise > 0) lines.push(input.cut(quoted + noise, noise === 0 ? 'lines of source' : undefined));
  return lines;
}

export function readFindings(lines: readonly string[], rules: FindingRules, tick: () => void): Findings | null {
  const before: string[] = [];
  const after: string[] = [];
  const found: Open[] = [];
  /** The findings and the rest in their order, as they were written. */
  const asWritten: string[] = [];
  let open: Open | null = null;
  let quoted = 0;
  let noise = 0;

  for (let i = 0; i < lines.length; i++) {
    tick();
    const line = lines[i] as string;
    if (rules.noise?.(head(line))) {
      noise++;
      continue;
    }
    const quotes = open !== null && isQuotedSource(lines, i);
    const diagnostic = rules.read(line);
    if (line !== '' && (diagnostic !== null || !quotes)) asWritten.push(line);
    if (diagnostic !== null && open !== null && NOTE.test(diagnostic.severity)) {
      const { file, place, severity, text } = diagnostic;
      open.more.push(`  ${file === open.diagnostic.file ? '' : `${file} `}${place} ${severity}: ${text}`);
    } else if (diagnostic !== null) {
      open = { diagnostic, at: asWritten.length, more: [], source: '' };
      found.push(open);
    } else if (open !== null && quotes) {
      quoted++;
      if (open.source === '') open.source = NUMBERED_CODE.exec(head(line))?.[1] ?? '';
    } else if (open !== null && /^\s+\S/.test(line) && (rules.belongs?.(line) ?? true)) {
      open.more.push(line);
    } else if (line !== '') {
      open = null;
      (found.length === 0 ? before : after).push(line);
    }
  }
  if (found.length === 0) return null;
  const errors = found.filter(({ diagnostic }) => ERROR.test(diagnostic.severity));
  const quoting = errors.length <= (rules.quoteUpTo ?? 0) ? errors.filter(({ source }) => source !== '') : [];
  if (found.length <= FEW) {
    for (const { at, source } of quoting.reverse()) asWritten.splice(at, 0, `  | ${source}`);
    return { lines: asWritten, quoted, noise };
  }
  for (const { more, source } of quoting) more.unshift(`  | ${source}`);
  const grouped = groupDiagnostics(
    found.map(({ diagnostic, more }) => ({ ...diagnostic, more })),
    ':',
  );
  return { lines: [...before, ...grouped, ...after], quoted, noise };
}

/** `13 | code`, `   | ^~~`, or a line of code with its carets in the next line. */
function isQuotedSource(lines: readonly string[], i: number): boolean {
  const line = head(lines[i] as string);
  if (NUMBERED_SOURCE.test(line) || CARETS.test(line)) return true;
  // a line that begins at the margin is source when a single caret is under it
  const under = head(lines[i + 1] ?? '');
  return CARETS.test(under) && (/^\s/.test(line) || /^\s+\^$/.test(under));
}
