/** The few blocks of Markdown that the page can show. */

export type Block =
  | { readonly kind: 'heading'; readonly level: number; readonly text: string }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'list'; readonly ordered: boolean; readonly items: readonly string[] }
  | { readonly kind: 'paragraph'; readonly text: string };

const BULLET = /^ {0,3}[-*+] (.*)$/;
const NUMBER = /^ {0,3}\d{1,9}[.)] (.*)$/;

export function parseBlocks(text: string): readonly Block[] {
  const lines = text.replace(/\r\n?/g, '\n').split('\n');
  const blocks: Block[] = [];
  let at = 0;
  /** The following lines, as long as they match. */
  const take = (fits: (line: string) => boolean): string[] => {
    const start = at;
    while (at < lines.length && fits(lines[at] ?? '')) at++;
    return lines.slice(start, at);
  };
  while (at < lines.length) {
    const line = lines[at] ?? '';
    const heading = /^(#{1,6}) (.*)$/.exec(line);
    if (line.trim() === '') at++;
    else if (line.startsWith('```')) {
      at++;
      blocks.push({ kind: 'code', text: take((each) => !each.startsWith('```')).join('\n') });
      at++;
    } else if (heading !== null) {
      blocks.push({ kind: 'heading', level: heading[1]?.length ?? 1, text: heading[2] ?? '' });
      at++;
    } else if (BULLET.test(line) || NUMBER.test(line)) {
      const shape = BULLET.test(line) ? BULLET : NUMBER;
      const items = take((each) => shape.test(each)).map((each) => shape.exec(each)?.[1] ?? '');
      blocks.push({ kind: 'list', ordered: shape === NUMBER, items });
    } else {
      blocks.push({ kind: 'paragraph', text: take(isPlain).join('\n') });
    }
  }
  return blocks;
}

function isPlain(line: string): boolean {
  return line.trim() !== '' && !/^(?:#{1,6} |```)/.test(line) && !BULLET.test(line) && !NUMBER.test(line);
}
