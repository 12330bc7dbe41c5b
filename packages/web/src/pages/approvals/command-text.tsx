/** A command as it was asked for, with the names of secrets marked: all of it, or how much more there is. */
import { Button } from '@mantine/core';
import { visibleText } from '@synapse/contract/visible-text';
import { useState } from 'react';
import { useText } from '../../i18n/language.tsx';

const PLACEHOLDER = /(\{\{[A-Za-z_][A-Za-z0-9_]*\}\})/;
const FIRST = { lines: 30, chars: 4_000 } as const;

export function CommandText({ template }: { readonly template: string }) {
  const { approvals: text } = useText();
  const [all, setAll] = useState(false);
  const whole = visibleText(template);
  const begun = whole.split('\n').slice(0, FIRST.lines).join('\n').slice(0, FIRST.chars);
  const rest = whole.slice(begun.length);
  let at = 0;
  const parts = (all ? whole : begun).split(PLACEHOLDER).map((part, index) => {
    const key = at;
    at += part.length;
    return index % 2 === 1 ? <mark key={key}>{part}</mark> : part;
  });
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long command scrolls, also by keys */}
      <section className="command-text" tabIndex={0} aria-label={text.command}>
        <code>{parts}</code>
      </section>
      {rest !== '' && !all && (
        <Button className="show-rest" variant="light" color="yellow" size="xs" onClick={() => setAll(true)}>
          {text.restOfCommand(rest.trimEnd().split('\n').length - 1, rest.length)}
        </Button>
      )}
    </>
  );
}
