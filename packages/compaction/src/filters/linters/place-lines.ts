// Reads `file:line:column: severity: message`, the line of most compilers and linters, in any language.
import { head } from '../../filter.ts';
import type { Diagnostic } from '../../stages/group-diagnostics.ts';

/** Apart from drive letters and URLs, a path has no colon and does not begin with a blank. */
const COLON = /^((?:[A-Za-z]:)?[^\s:][^:]{0,300}):(\d+)(?::(\d+))?(?:-\d+)?:\s+(\S.*)$/;
const PAREN = /^([^\s(][^(:]{0,300})\((\d+)(?:,(\d+))?(?:,\d+,\d+)?\)\s?:\s+(\S.*)$/;
/** A severity is one or two words before a colon: `error`, `fatal error`, `erreur`, `avertissement`. */
const SEVERITY = /^((?:\p{L}{3,14} )?\p{L}{4,14}) ?:\s+/u;

export function readPlaceLine(line: string): Diagnostic | null {
  if (line.length > head(line).length) return null;
  const match = COLON.exec(line) ?? PAREN.exec(line);
  if (match === null) return null;
  const [, file = '', row = '', column, rest = ''] = match;
  const severity = SEVERITY.exec(rest)?.[1] ?? '';
  const text = severity === '' ? rest : rest.slice(rest.indexOf(':') + 1).trim();
  return { file, place: column === undefined ? row : `${row}:${column}`, severity, text, more: [] };
}
