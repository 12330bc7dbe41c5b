/** The parts of a command that the editor colours. It does not understand the command: the service does. */

export type PartKind = 'plain' | 'secret' | 'comment' | 'word' | 'operator' | 'text';

export interface CommandPart {
  readonly kind: PartKind;
  readonly text: string;
}

const WORDS =
  'if|then|else|elif|fi|for|in|do|done|while|until|case|esac|function|return|exit|set|export|cd|sudo|local|trap';
const PIECES = new RegExp(
  [
    /(?<secret>\{\{\w+\}\})/.source,
    /(?<comment>(?:^|(?<=\s))#[^\n]*)/.source,
    /(?<text>'[^'\n]*')/.source,
    /(?<operator>&&|\|\||[|;&<>]+)/.source,
    `(?<word>(?:^|(?<=[\\s;|&(]))(?:${WORDS})(?=$|[\\s;|&)]))`,
  ].join('|'),
  'gm',
);

export function commandParts(command: string): readonly CommandPart[] {
  const parts: CommandPart[] = [];
  let from = 0;
  for (const found of command.matchAll(PIECES)) {
    if (found.index > from) parts.push({ kind: 'plain', text: command.slice(from, found.index) });
    const [kind = 'plain'] = Object.entries(found.groups ?? {}).find(([, text]) => text !== undefined) ?? [];
    parts.push({ kind: kind as PartKind, text: found[0] });
    from = found.index + found[0].length;
  }
  if (from < command.length) parts.push({ kind: 'plain', text: command.slice(from) });
  return parts;
}

/** The same by line, without the line breaks. */
export function linesOf(parts: readonly CommandPart[]): readonly (readonly CommandPart[])[] {
  const lines: CommandPart[][] = [[]];
  for (const { kind, text } of parts) {
    text.split('\n').forEach((piece, index) => {
      if (index > 0) lines.push([]);
      if (piece !== '') lines.at(-1)?.push({ kind, text: piece });
    });
  }
  return lines;
}
