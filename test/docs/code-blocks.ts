/** Code blocks of a page: those marked to be run, each with the output that the page promises. */

export interface Block {
  readonly line: number;
  readonly script: string;
  /** Lines that must come in this order; `…` stands for anything. Empty where the page promises none. */
  readonly output: readonly string[];
}

/** Blocks that begin with ```sh run; a block ```text output right behind one is what it prints. */
export function runnableBlocks(markdown: string): Block[] {
  const blocks: Block[] = [];
  const fence = /^( *)```([^\n]*)\n([\s\S]*?)^\1```$/gm;
  for (const match of markdown.matchAll(fence)) {
    const [, indent = '', info = '', body = ''] = match;
    const text = body.replace(new RegExp(`^${indent}`, 'gm'), '');
    const line = markdown.slice(0, match.index).split('\n').length;
    if (info.trim() === 'sh run') blocks.push({ line, script: text, output: [] });
    const last = blocks.at(-1);
    if (info.trim() === 'text output' && last !== undefined) {
      blocks[blocks.length - 1] = { ...last, output: text.trimEnd().split('\n') };
    }
  }
  return blocks;
}

/** The promised line that did not come; null when all came in their order. */
export function missingLine(printed: string, promised: readonly string[]): string | null {
  const lines = printed.split('\n');
  let at = 0;
  for (const promise of promised) {
    const parts = promise.trim().split('…');
    while (at < lines.length && !holds(lines[at]!.trim(), parts)) at++;
    if (at === lines.length) return promise;
    at++;
  }
  return null;
}

function holds(line: string, parts: readonly string[]): boolean {
  let from = 0;
  for (const [index, part] of parts.entries()) {
    const found = index === 0 ? (line.startsWith(part) ? 0 : -1) : line.indexOf(part, from);
    if (found < 0) return false;
    from = found + part.length;
  }
  return parts.at(-1) === '' || line.endsWith(parts.at(-1)!);
}
