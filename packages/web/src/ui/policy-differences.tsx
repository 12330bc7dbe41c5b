/** What a policy would have decided differently about the commands of the last days. */

import { Code, Group, Table, Text } from '@mantine/core';
import { visibleText } from '@synapse/contract/visible-text';
import type { PolicyReplay } from '../api/policy.ts';
import { useText } from '../i18n/language.tsx';
import { LinkAnchor } from './links.tsx';
import { RelativeTime } from './relative-time.tsx';
import { Cell, Sheet } from './sheet.tsx';
import { State } from './state.tsx';

const VERDICTS = { allow: 'ok', ask: 'wait', deny: 'refused' } as const;

export function PolicyDifferences({ replay: { checked, changed, truncated } }: { readonly replay: PolicyReplay }) {
  const { policy: text, run } = useText();
  return (
    <div role="status">
      <Text size="sm" mb="sm">
        {text.replayed(checked, changed.length)} {truncated && text.more}
      </Text>
      {changed.length > 0 && (
        <Sheet columns={[{ label: text.when }, { label: text.command }, { label: text.difference }]}>
          {changed.map(({ execution_id, created_at, machine, command_template, before, after, rule }) => (
            <Table.Tr key={execution_id}>
              <Cell label={text.when}>
                <RelativeTime at={created_at} /> · {machine}
              </Cell>
              <Cell label={text.command}>
                <LinkAnchor to="/executions/$id" params={{ id: execution_id }} underline="hover">
                  <Code className="break">{visibleText(command_template)}</Code>
                </LinkAnchor>
              </Cell>
              <Cell label={text.difference}>
                <Group gap={6}>
                  {run.verdicts[before]} →<State state={VERDICTS[after]}>{run.verdicts[after]}</State>
                  {rule}
                </Group>
              </Cell>
            </Table.Tr>
          ))}
        </Sheet>
      )}
    </div>
  );
}
