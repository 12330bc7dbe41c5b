// Lossless steps for any output: removes colours, redraws, trailing blanks and runs of blank lines.

const ANSI =
  /\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)?|[PX^_][^\x1b]*(?:\x1b\\)?|[ -/]*[0-~])|\x9b[0-?]*[ -/]*[@-~]/g;

/** Removes ANSI escapes: colours, cursor moves, titles, links. */
export function stripAnsi(text: string): string {
  return text.includes('\x1b') || text.includes('\x9b') ? text.replace(ANSI, '') : text;
}

/** What a terminal would still show of a line that was redrawn: the last version with text in it. */
function resolveRedraw(line: string): string {
  if (!line.includes('\r')) return line;
  let end = line.length;
  while (end > 0) {
    const start = line.lastIndexOf('\r', end - 1) + 1;
    const version = line.slice(start, end);
    if (version.trim() !== '') return stepBefore(line, start, version) + version;
    end = start - 1;
  }
  return '';
}

/** `Rebasing (1/2)` under a line that says something else is a step, not an older version of it. */
function stepBefore(line: string, start: number, version: string): string {
  if (start < 8 || start > 200) return '';
  const before = line.slice(line.lastIndexOf('\r', start - 2) + 1, start - 1);
  return /^\S.*\(\d+\/\d+\)$/.test(before) && before.slice(0, 4) !== version.slice(0, 4) ? `${before} ` : '';
}

/** `x\bx` and `_\bx`, as `man` prints bold and underlined. */
function resolveBackspaces(line: string): string {
  const kept: string[] = [];
  for (const char of line) {
    if (char === '\b') kept.pop();
    else kept.push(char);
  }
  return kept.join('');
}

function trimEnd(line: string): string {
  const last = line.charCodeAt(line.length - 1);
  return last === 32 || last === 9 || last === 13 ? line.trimEnd() : line;
}

/** Lines without colours, redraws and trailing blanks. Empty lines stay, so that lines can be counted. */
export function cleanLines(raw: string): string[] {
  const text = stripAnsi(raw);
  const lines = text.split('\n');
  const redrawn = text.includes('\r');
  const overstruck = text.includes('\b');
  for (let i = 0; i < lines.length; i++) {
    let line = trimEnd(lines[i] as string);
    if (redrawn) line = trimEnd(resolveRedraw(line));
    if (overstruck && line.includes('\b')) line = resolveBackspaces(line);
    lines[i] = line;
  }
  return lines;
}

/** At most one empty line in a row, none at either end. */
export function squeezeBlankRuns(lines: readonly string[]): string[] {
  const result: string[] = [];
  let blank = true;
  for (const line of lines) {
    if (line !== '' || !blank) result.push(line);
    blank = line === '';
  }
  if (result[result.length - 1] === '') result.pop();
  return result;
}
