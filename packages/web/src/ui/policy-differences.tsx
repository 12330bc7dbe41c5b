/** What a policy would have decided differently about the commands of the last days. */

import { Text } from '@mantine/core';
import type { PolicyReplay } from '../api/policy.ts';
import { useText } from '../i18n/language.tsx';
import { CommandLine } from './command-line.tsx';
import { LinkAnchor } from './links.tsx';
import { ShortTime } from './relative-time.tsx';
import { State } from './state.tsx';

const VERDICTS = { allow: 'ok', ask: 'wait', deny: 'refused' } as const;

export function PolicyDifferences({ replay: { checked, changed, truncated } }: { readonly replay: PolicyReplay }) {
  const { policy: text, run } = useText();
  return (
    <div role="status">
      <Text size="sm" mb="sm">
        {text.replayed(checked, changed.length)} {truncated && text.more}
      </Text>
      <ul className="differences" aria-label={text.difference}>
        {changed.map(({ execution_id, created_at, machine, command_template, before, after, rule }) => (
          <li key={execution_id}>
            <LinkAnchor to="/executions/$id" params={{ id: execution_id }} underline="hover" c="inherit">
              <CommandLine command={command_template} />
            </LinkAnchor>
            <span className="difference-facts">
              <span>
                {run.verdicts[before]} → <State state={VERDICTS[after]}>{run.verdicts[after]}</State>
              </span>
              {rule !== null && <span>{rule}</span>}
              <span>{machine}</span>
              <ShortTime at={created_at} />
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
