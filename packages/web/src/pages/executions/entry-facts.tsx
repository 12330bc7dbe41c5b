/** What the audit log keeps about one execution. */
import type { AuditEntry } from '../../api/executions.ts';
import { useText } from '../../i18n/language.tsx';
import { Fact, Facts } from '../../ui/facts.tsx';
import { LinkAnchor } from '../../ui/links.tsx';
import { FullTime } from '../../ui/relative-time.tsx';
import { actorName, useClientNames } from '../../ui/use-client-names.ts';
import { decisionWords } from './decision-words.ts';
import { isOnNoMachine, ranFor } from './execution-state.ts';

interface Props {
  readonly entry: AuditEntry;
  /** Only what matters while looking through many. */
  readonly brief?: boolean;
}

export function EntryFacts({ entry, brief = false }: Props) {
  const { executions: text } = useText();
  const names = useClientNames();
  const { token_hint: hint, approval_id: approval } = entry;
  const nowhere = isOnNoMachine(entry);
  const took = ranFor(entry);
  const client = hint === null ? null : `${names.get(hint) ?? ''} ${hint}`.trim();
  return (
    <Facts labelWidth={brief ? '82px' : '140px'}>
      <Fact label={text.when}>
        <FullTime at={entry.created_at} />
      </Fact>
      <Fact label={text.columns.command}>
        {entry.reconciles === null ? null : (
          <LinkAnchor to="/executions/$id" params={{ id: entry.reconciles }} underline="hover" inherit>
            {text.toReconciled}
          </LinkAnchor>
        )}
      </Fact>
      <Fact label={text.machine}>
        {nowhere ? null : entry.container === null ? entry.machine : `${entry.machine} · ${entry.container}`}
      </Fact>
      <Fact label={text.cwd}>{entry.cwd}</Fact>
      <Fact label={text.took}>{nowhere || took === null ? null : text.duration(took)}</Fact>
      <Fact label={text.source}>{text.sources[entry.source]}</Fact>
      <Fact label={text.client}>{entry.actor === undefined ? client : actorName(entry.actor)}</Fact>
      <Fact label={text.verdict}>{decisionWords(entry, text.decisions)}</Fact>
      <Fact label={text.sandbox}>{entry.sandbox}</Fact>
      <Fact label={text.size}>
        {entry.stdout_bytes === null ? null : text.sizes(entry.stdout_bytes, entry.returned_bytes ?? 0)}
      </Fact>
      <Fact label={text.saved}>
        {(entry.saved_tokens ?? 0) === 0 ? null : text.savedTokens(entry.saved_tokens ?? 0)}
      </Fact>
      {!brief && (
        <>
          <Fact label={text.approval}>
            {approval === null ? null : (
              <LinkAnchor to="/approvals/$id" params={{ id: approval }} underline="hover" inherit>
                {text.toApproval}
              </LinkAnchor>
            )}
          </Fact>
          <Fact label={text.ip}>{entry.ip}</Fact>
          <Fact label={text.alias}>{entry.alias}</Fact>
          <Fact label={text.refusal}>
            {entry.refusal === null ? null : refusalWords(entry.refusal, text.refusedWhy)}
          </Fact>
          <Fact label={text.filter}>{entry.filter}</Fact>
          <Fact label={text.hash}>{entry.hash === '' ? null : <code>{entry.hash.slice(0, 16)}…</code>}</Fact>
        </>
      )}
    </Facts>
  );
}

const refusalWords = (code: string, words: Readonly<Record<string, string>>): string => words[code] ?? code;
