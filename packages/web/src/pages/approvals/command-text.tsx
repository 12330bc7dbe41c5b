/** A command as it was asked for, whole, with the names of secrets marked. */
import { useText } from '../../i18n/language.tsx';

const PLACEHOLDER = /(\{\{[A-Za-z_][A-Za-z0-9_]*\}\})/;

export function CommandText({ template }: { readonly template: string }) {
  const { approvals: text } = useText();
  let at = 0;
  const parts = template.split(PLACEHOLDER).map((part, index) => {
    const key = at;
    at += part.length;
    return index % 2 === 1 ? <mark key={key}>{part}</mark> : part;
  });
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a long command scrolls, also by keys
    <section className="command-text" tabIndex={0} aria-label={text.command}>
      <code>{parts}</code>
    </section>
  );
}
