/** The head of a sitting: which client, when, how many commands, how many of them went wrong. */
import { useLanguage } from '../../i18n/language.tsx';
import { useClientNames } from '../../ui/use-client-names.ts';
import type { Sitting } from './sittings.ts';

export function SittingRow({ sitting }: { readonly sitting: Sitting }) {
  const {
    language,
    text: { executions: text },
  } = useLanguage();
  const names = useClientNames();
  const { token_hint, source } = sitting.entries[0] ?? { token_hint: null, source: 'app' as const };
  const client = token_hint === null ? text.sources[source] : (names.get(token_hint) ?? token_hint);
  const span = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' });
  return (
    <div className="sitting">
      <strong>{text.sitting(client, sitting.entries.length)}</strong>
      <span>{span.formatRange(sitting.from, sitting.to)}</span>
      <span className="state-word" data-state="bad">
        {text.sittingBad(sitting.failed, sitting.refused)}
      </span>
    </div>
  );
}
