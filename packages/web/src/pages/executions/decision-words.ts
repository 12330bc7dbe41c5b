/** What the policy and a person said of a command, as a sentence. */
import type { AuditEntry } from '../../api/executions.ts';
import type { Catalogue } from '../../i18n/catalogue.ts';

type Decided = Pick<AuditEntry, 'verdict' | 'rule' | 'decided_by' | 'refusal' | 'status'>;

/** Null where no policy judged it. */
export function decisionWords(entry: Decided, words: Catalogue['executions']['decisions']): string | null {
  const { verdict, rule, decided_by, refusal, status } = entry;
  if (verdict === null) return null;
  const policy = rule === null ? words.byPreset[verdict] : words.byRule[verdict](rule);
  if (verdict !== 'ask') return policy;
  if (status === 'pending') return `${policy} ${words.waiting}`;
  if (refusal === 'approval_expired') return `${policy} ${words.expired}`;
  if (decided_by === null) return policy;
  return `${policy} ${refusal === 'approval_denied' ? words.denied(decided_by) : words.approved(decided_by)}`;
}
