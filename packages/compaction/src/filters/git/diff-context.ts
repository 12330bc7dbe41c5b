// The unchanged lines of a diff: as many as are needed to understand a change, with the right line numbers after each
// gap.

const HUNK = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@ ?(.{0,80})/;

/** `@@ 16 name` where both sides are at the same line, `@@ -22 +23 name` where they are not. */
function hunkTitle(old: number, fresh: number, name: string): string {
  const place = old === fresh ? `@@ ${old}` : `@@ -${old} +${fresh}`;
  return name ? `${place} ${name}` : place;
}

/** At most `context` unchanged lines on either side of a change; a heading with the right line number after each gap. */
export function trimContext(body: readonly string[], context: number): string[] {
  const near = nearChanges(body, context);
  const result: string[] = [];
  let old = 0;
  let fresh = 0;
  let name = '';
  let gap = false;
  for (let i = 0; i < body.length; i++) {
    const line = body[i] as string;
    const first = line.charCodeAt(0);
    const hunk = first === 64 ? HUNK.exec(line.slice(0, 300)) : null;
    if (hunk) {
      old = Number(hunk[1]);
      fresh = Number(hunk[2]);
      name = hunk[3] ?? '';
      gap = true;
      continue;
    }
    if (near[i]) {
      if (gap) result.push(hunkTitle(old, fresh, name));
      gap = false;
      name = '';
      result.push(line);
    } else {
      gap = true;
    }
    if (first !== 43 && first !== 92) old++;
    if (first !== 45 && first !== 92) fresh++;
  }
  return result;
}

/** Marks what stays: changes, lines within `context` lines of one, and lines that belong to no hunk. */
function nearChanges(body: readonly string[], context: number): Uint8Array {
  const near = new Uint8Array(body.length);
  const sweep = (start: number, step: number) => {
    let since = context + 1;
    for (let i = start; i >= 0 && i < body.length; i += step) {
      since = isChange(body[i]) ? 0 : since + 1;
      const edge = body[i] === '' && since === context;
      if (since <= context && !edge) near[i] = 1;
    }
  };
  sweep(0, 1);
  sweep(body.length - 1, -1);
  for (let i = 0; i < body.length; i++) {
    const first = (body[i] as string).charCodeAt(0);
    if (first === 92 || first > 64) near[i] = 1;
    // a heading costs more than one or two lines
    if (!near[i] && near[i - 1] && (near[i + 1] || near[i + 2]) && first !== 64 && !body[i + 1]?.startsWith('@@'))
      near[i] = 1;
  }
  return near;
}

function isChange(line: string | undefined): boolean {
  const first = line?.charCodeAt(0);
  return first === 43 || first === 45;
}
