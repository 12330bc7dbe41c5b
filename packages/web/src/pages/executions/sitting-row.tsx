/** The head of a sitting: which client, when, how many commands, how many of them went wrong. */
import { useLanguage } from '../../i18n/language.tsx';
import { formatOf } from '../../ui/time-words.ts';
import type { Sitting } from './sittings.ts';
import type { RowWords } from './use-row-words.ts';

export function SittingRow({ sitting, words }: { readonly sitting: Sitting; readonly words: RowWords }) {
  const {
    language,
    text: { executions: text },
  } = useLanguage();
  const client = words.clientOf(sitting.entries[0] ?? { token_hint: null, source: 'app' });
  const span = formatOf(language, { dateStyle: 'medium', timeStyle: 'short' });
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
