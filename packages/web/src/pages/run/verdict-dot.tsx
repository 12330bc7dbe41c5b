/** While a command is typed: whether the policy lets it run, in a colour and in words. Nothing is run for it. */
import { Group, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import type { Order } from '../../api/executions.ts';
import { type Explanation, explanationQuery } from '../../api/policy.ts';
import { useLanguage } from '../../i18n/language.tsx';

const TYPING_MS = 300;

export function VerdictDot({ order }: { readonly order: Order }) {
  const { language, text } = useLanguage();
  const [typed] = useDebouncedValue(order, TYPING_MS);
  const { data } = useQuery(explanationQuery(typed, language));
  // Without an answer nothing is shown: the command itself will say why.
  if (order.command.trim() === '' || data === undefined) return null;
  const { explanation, refusal } = data;
  const verdict = explanation?.verdict ?? 'deny';
  const [headline, why] =
    explanation === null
      ? [text.run.refused, refusal?.message ?? '']
      : [text.run.verdicts[verdict], reasonOf(explanation, text.run.byRule)];
  return (
    <Group gap="xs" role="status" wrap="nowrap" data-verdict={verdict}>
      <span className="verdict-dot" aria-hidden="true" />
      <Text size="sm" className="break">
        <strong>{headline}</strong>
        {' · '}
        {why}
      </Text>
    </Group>
  );
}

/** Of the part that decided. */
function reasonOf({ verdict, rule, parts }: Explanation, byRule: (rule: string) => string): string {
  const deciding = parts.find((part) => part.verdict === verdict && part.rule === rule) ?? parts[0];
  const why = deciding?.why ?? '';
  return rule === null ? why : `${byRule(rule)} ${why}`;
}
