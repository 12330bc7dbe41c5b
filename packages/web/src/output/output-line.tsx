/** One line of an output: its colours, its secrets marked, and nothing in it that could do anything. */
import { Fragment, type ReactNode } from 'react';
import { useText } from '../i18n/language.tsx';
import { inertLine } from './inert-line.ts';

interface Props {
  readonly line: string;
  /** When it came, if that is wanted and known. */
  readonly time: string | undefined;
  /** A text to mark. */
  readonly wanted: string;
  /** The rest of it is held back as the possible start of a secret. */
  readonly checking?: boolean;
}

const SECRET = /(\{\{[A-Za-z_]\w*\}\})/;

export function OutputLine({ line, time, wanted, checking = false }: Props) {
  const { output } = useText();
  const { parts, left } = inertLine(line);
  return (
    <>
      {time !== undefined && <span className="output-time">{time}</span>}
      <bdi dir="ltr">
        {parts.length === 0 && ' '}
        {/* biome-ignore-start lint/suspicious/noArrayIndexKey: parts have no other name than their place */}
        {parts.map(({ text, colour, bold, dim }, index) => (
          <span key={index} className={bold === true ? 'bold' : undefined} data-colour={dim === true ? 'grey' : colour}>
            {marked(text, wanted)}
          </span>
        ))}
        {/* biome-ignore-end lint/suspicious/noArrayIndexKey: see above */}
      </bdi>
      {checking && <span className="output-checking" role="img" aria-label={output.checking} title={output.checking} />}
      {left > 0 && <span className="output-left">{output.left(left)}</span>}
    </>
  );
}

function marked(text: string, wanted: string): ReactNode {
  const pieces = text.split(SECRET);
  return pieces.map((piece, index) => {
    // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no other name than their place
    if (index % 2 === 1) return <mark key={index}>{piece}</mark>;
    // biome-ignore lint/suspicious/noArrayIndexKey: see above
    return <Fragment key={index}>{found(piece, wanted)}</Fragment>;
  });
}

function found(text: string, wanted: string): ReactNode {
  if (wanted === '') return text;
  const shown: ReactNode[] = [];
  const lower = text.toLowerCase();
  const needle = wanted.toLowerCase();
  let from = 0;
  for (let at = lower.indexOf(needle); at >= 0; at = lower.indexOf(needle, from)) {
    shown.push(
      text.slice(from, at),
      <span key={at} className="output-found">
        {text.slice(at, at + needle.length)}
      </span>,
    );
    from = at + needle.length;
  }
  return [...shown, text.slice(from)];
}
