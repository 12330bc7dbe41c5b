/** What a person should know before answering: where, with which secrets, to what effect, why, and who asks. */
import { Code, DataList, Group } from '@mantine/core';
import { visibleText } from '@synapse/contract/visible-text';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Approval } from '../../api/approvals.ts';
import { meQuery } from '../../api/session.ts';
import type { Catalogue } from '../../i18n/catalogue.ts';
import { useText } from '../../i18n/language.tsx';
import { useAmounts } from '../../ui/use-amounts.ts';
import { EffectBadges } from './effect-badges.tsx';

export function ApprovalFacts({ approval }: { readonly approval: Approval }) {
  const { approvals: text, crews } = useText();
  const { duration } = useAmounts();
  const { data: me } = useQuery(meQuery);
  const { machine, container, cwd, secrets, effects, rule, reason, machines, detach, timeout_seconds } = approval;
  const facts: readonly (readonly [label: string, value: ReactNode])[] = [
    [crews.crew, approval.crew ?? null],
    [text.machine, container === null ? machine : `${machine} · ${text.container(container)}`],
    [text.together, machines === null ? null : `${text.machinesOf(machines.length)} ${machines.join(', ')}`],
    [
      text.cwd,
      cwd === null ? null : (
        <span key="cwd" className="mono">
          {visibleText(cwd)}
        </span>
      ),
    ],
    [text.secrets, secrets.length === 0 ? null : <SecretNames key="secrets" names={secrets} />],
    [text.effects, effects.length === 0 ? null : <EffectBadges key="effects" effects={effects} />],
    [text.time, detach ? text.job(duration(1000 * timeout_seconds)) : duration(1000 * timeout_seconds)],
    // Most reasons name their rule themselves.
    [text.reason, visibleText(rule === null || reason.includes(rule) ? reason : `${text.byRule(rule)} · ${reason}`)],
    [text.by, askedBy(approval, me?.username, text)],
    [crews.decides, decidedBy(approval, crews)],
  ];
  return (
    <DataList labelWidth="104px" className="approval-facts">
      {facts
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

function SecretNames({ names }: { readonly names: readonly string[] }) {
  return (
    <Group gap={6}>
      {names.map((name) => (
        <Code key={name} className="secret-mark">
          {name}
        </Code>
      ))}
    </Group>
  );
}

function askedBy(
  { client, token_label, token_hint, actor }: Approval,
  me: string | undefined,
  text: Catalogue['approvals'],
): string {
  const other = actor === undefined || actor === me ? null : actor;
  if (token_hint === null) return other ?? text.you;
  const parts = [other, client, text.token(token_label ?? token_hint)];
  return visibleText(parts.filter((part) => part !== null).join(', '));
}

/** Only where that is not just the person who gave the order. */
function decidedBy({ ask = 'self', approvals = 1, approved_by = [] }: Approval, text: Catalogue['crews']): ReactNode {
  if (ask === 'self') return null;
  return approvals === 1 ? text.deciders[ask] : text.approvedOf(text.deciders[ask], approved_by, approvals);
}
