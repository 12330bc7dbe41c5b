/** What the audit log keeps about one execution. */
import { DataList } from '@mantine/core';
import type { AuditEntry } from '../../api/executions.ts';
import { useText } from '../../i18n/language.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { useClientNames } from '../../ui/use-client-names.ts';

interface Props {
  readonly entry: AuditEntry;
  /** Only what matters while looking through many. */
  readonly brief?: boolean;
}

export function EntryFacts({ entry, brief = false }: Props) {
  const { executions: text, run } = useText();
  const names = useClientNames();
  const { token_hint: hint } = entry;
  const facts = [
    [text.when, <RelativeTime key="at" at={entry.created_at} />],
    [text.machine, entry.container === null ? entry.machine : `${entry.machine} / ${entry.container}`],
    [text.cwd, entry.cwd],
    [text.took, entry.duration_ms === null ? null : text.duration(entry.duration_ms)],
    [text.source, text.sources[entry.source]],
    [text.client, hint === null ? null : `${names.get(hint) ?? ''} ${hint}`.trim()],
    [text.ip, entry.ip],
    [text.alias, entry.alias],
    [text.refusal, entry.refusal],
    [text.verdict, verdictOf(entry, run.verdicts)],
    [text.decidedBy, entry.decided_by],
    [text.sandbox, entry.sandbox],
    [text.filter, entry.filter],
    [text.size, entry.stdout_bytes === null ? null : text.sizes(entry.stdout_bytes, entry.returned_bytes ?? 0)],
    [text.saved, entry.saved_tokens === null ? null : text.savedTokens(entry.saved_tokens)],
    [text.hash, entry.hash === '' ? null : <code key="hash">{entry.hash.slice(0, 16)}…</code>],
  ] as const;
  const rest: readonly string[] = [text.ip, text.alias, text.refusal, text.filter, text.hash, text.decidedBy];
  return (
    <DataList mt={brief ? 0 : 'sm'} labelWidth={brief ? '82px' : '140px'} className="facts-list">
      {facts
        .filter(([label]) => !brief || !rest.includes(label))
        .filter(([, value]) => value !== null)
        .map(([label, value]) => (
          <DataList.Item key={label}>
            <DataList.ItemLabel>{label}</DataList.ItemLabel>
            <DataList.ItemValue className="break">{value}</DataList.ItemValue>
          </DataList.Item>
        ))}
    </DataList>
  );
}

/** What the policy said, and by which rule. */
function verdictOf({ verdict, rule }: AuditEntry, words: Readonly<Record<string, string>>): string | null {
  if (verdict === null) return null;
  return rule === null ? words[verdict]! : `${words[verdict]} · ${rule}`;
}
