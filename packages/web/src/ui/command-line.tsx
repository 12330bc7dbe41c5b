/** A command on one line, with the names of secrets marked. */
import { visibleText } from '@synapse/contract/visible-text';
import { Fragment } from 'react';

const SECRET = /(\{\{[A-Za-z_]\w*\}\})/;
const BREAK = /\s*\n\s*/g;
/** Many at once are counted: a screen full of them would hide what follows. */
const breaks = (space: string): string => {
  const count = space.split('\n').length - 1;
  return count === 1 ? ' ↵ ' : ` ↵×${count} `;
};
/** A line is never longer than a screen. */
const SHOWN_CHARS = 400;

export function CommandLine({ command }: { readonly command: string }) {
  const shown = visibleText(command.trim()).replace(BREAK, breaks);
  return (
    <code className="command-line">
      <MarkedSecrets command={shown.slice(0, SHOWN_CHARS)} />
    </code>
  );
}

export const MarkedSecrets = ({ command }: { readonly command: string }) =>
  command.split(SECRET).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts have no other name than their place
    <Fragment key={index}>{index % 2 === 1 ? <mark className="secret-mark">{part}</mark> : part}</Fragment>
  ));
