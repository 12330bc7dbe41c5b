/** A command on one line, with the names of secrets marked. */
import { Fragment } from 'react';

const SECRET = /(\{\{[A-Za-z_]\w*\}\})/;
const BREAK = /\s*\n\s*/g;
/** A line is never longer than a screen. */
const SHOWN_CHARS = 400;

export function CommandLine({ command }: { readonly command: string }) {
  const parts = command.slice(0, SHOWN_CHARS).replace(BREAK, ' ↵ ').split(SECRET);
  return (
    <code className="command-line">
      {parts.map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts have no other name than their place
        <Fragment key={index}>{index % 2 === 1 ? <mark className="secret-mark">{part}</mark> : part}</Fragment>
      ))}
    </code>
  );
}
