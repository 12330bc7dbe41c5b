/** Secrets in here-documents: an expanding body takes a reference, a quoted body becomes an expanding one. */
import type { Heredoc, HeredocBody, Part } from '@synapse/shell';
import { type Context, INSIDE, refuseIn } from './context.ts';
import { unsupported } from './placeholder.ts';

export function rewriteHeredoc(
  heredoc: Heredoc,
  outer: Context,
  rewriteParts: (parts: readonly Part[], context: Context) => void,
): void {
  const { word, body } = heredoc;
  const { text, secrets } = outer;
  const context: Context = { ...outer, ...INSIDE, where: 'heredoc' };
  refuseIn(text.slice(word.start, word.end), secrets, 'delimiter');
  if (body === null) return;
  if (body.problem !== null) refuseIn(text.slice(body.start, body.end), secrets, context.forbidden ?? 'ambiguous');
  if (body.holes === 0) return;
  if (heredoc.quoted) rewriteQuoted(heredoc, body, context);
  else rewriteParts(body.parts, context);
}

/**
 * A body that expands nothing cannot refer to a variable. It becomes an expanding one, with everything else escaped.
 */
function rewriteQuoted({ word }: Heredoc, body: HeredocBody, context: Context): void {
  const { text, secrets, edits, forbidden } = context;
  edits.push({ ...word, text: secrets.delimiter });
  if (body.ending !== null) edits.push({ ...body.ending, text: secrets.delimiter });
  for (const part of body.parts) {
    const { start, end } = part;
    if (part.kind === 'hole') {
      const name = text.slice(start + 2, end - 2);
      const variable = secrets.variableOf(name);
      const reason = forbidden ?? (part.sure ? null : 'ambiguous');
      if (reason !== null) throw unsupported(name, reason);
      edits.push({ start, end, text: `\${${variable}}` });
    } else edits.push({ start, end, text: text.slice(start, end).replace(/[\\$`]/g, '\\$&') });
  }
}
