/** What became of a question: who decided, and the result where it ran. */
import { Group, Text } from '@mantine/core';
import { visibleText } from '@synapse/contract/visible-text';
import { useQuery } from '@tanstack/react-query';
import type { Approval } from '../../api/approvals.ts';
import { executionQuery } from '../../api/executions.ts';
import { useLanguage, useText } from '../../i18n/language.tsx';
import { LinkAnchor } from '../../ui/links.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { StatusBadge } from '../executions/status-badge.tsx';

const SHOWN_CHARS = 4_000;

export function ApprovalOutcome({ approval }: { readonly approval: Approval }) {
  const { approvals: text, crews } = useText();
  const { status, decided_by, decided_at, comment, break_glass } = approval;
  if (status === 'pending') return null;
  const ended = status === 'approved' || status === 'denied' ? status : null;
  return (
    <div className="outcome">
      <Text size="sm">
        {ended !== null && decided_by !== null ? (
          <>
            {text.decidedBy[ended](decided_by)}
            {decided_at !== null && (
              <>
                {' · '}
                <RelativeTime at={decided_at} />
              </>
            )}
          </>
        ) : (
          status !== 'approved' && text.outcomes[status]
        )}
      </Text>
      {break_glass === true && <Text size="sm">{crews.brokeGlass}</Text>}
      {comment !== null && (
        <Text size="sm" c="dimmed" className="break">
          “{visibleText(comment)}”
        </Text>
      )}
      {status === 'approved' ? <Result id={approval.execution_id} /> : <Refused id={approval.execution_id} />}
    </div>
  );
}

/** Told by the card already. */
const KNOWN = ['approval_denied', 'approval_expired'];

/** What made it impossible, in the words of the refusal that the caller got. */
function Refused({ id }: { readonly id: string }) {
  const { language } = useLanguage();
  const { refusal } = useQuery(executionQuery(id, language)).data ?? {};
  if (refusal === undefined || KNOWN.includes(refusal.code)) return null;
  return (
    <Text size="sm" c="dimmed" className="break">
      {refusal.message}
    </Text>
  );
}

function Result({ id }: { readonly id: string }) {
  const { language, text } = useLanguage();
  const { data: result } = useQuery(executionQuery(id, language));
  if (result === undefined) return null;
  const printed = (result.stdout === '' ? result.stderr : result.stdout).slice(0, SHOWN_CHARS);
  return (
    <>
      <Group gap="sm" role="status">
        <StatusBadge status={result.status} exitCode={result.exit_code} refusal={result.refusal?.code} />
        <LinkAnchor to="/executions/$id" params={{ id }} size="sm">
          {text.approvals.result}
        </LinkAnchor>
      </Group>
      {printed !== '' && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a long result scrolls, also by keys
        <section className="command-text" tabIndex={0} aria-label={text.run.result}>
          {printed}
        </section>
      )}
    </>
  );
}
