/** While a command is typed: whether the policy lets it run, in a colour and in words. Nothing is run for it. */
import { ColorSwatch, Group, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import type { Order } from '../../api/executions.ts';
import { type Explanation, explanationQuery } from '../../api/policy.ts';
import { useLanguage } from '../../i18n/language.tsx';
import { useProblemText } from '../../ui/problem-text.ts';

const TYPING_MS = 300;
const COLORS = { allow: 'teal', ask: 'yellow', deny: 'red' } as const;

export function VerdictDot({ order }: { readonly order: Order }) {
  const { language, text } = useLanguage();
  const [typed] = useDebouncedValue(order, TYPING_MS);
  const { data, error } = useQuery(explanationQuery(typed, language));
  const problem = useProblemText(error);
  if (order.command.trim() === '' || (data === undefined && error === null)) return null;
  const verdict = data?.verdict ?? 'deny';
  return (
    <Group gap="xs" role="status" wrap="nowrap" data-verdict={verdict}>
      <ColorSwatch color={`var(--mantine-color-${COLORS[verdict]}-6)`} size={12} aria-hidden withShadow={false} />
      <Text size="sm" className="break">
        <strong>{data === undefined ? text.run.refused : text.run.verdicts[verdict]}</strong>
        {' · '}
        {data === undefined ? problem : reason(data, text.run.byRule)}
      </Text>
    </Group>
  );
}

/** Of the part that decided. */
function reason({ verdict, rule, parts }: Explanation, byRule: (rule: string) => string): string {
  const deciding = parts.find((part) => part.verdict === verdict && part.rule === rule) ?? parts[0];
  const why = deciding?.why ?? '';
  return rule === null ? why : `${byRule(rule)} ${why}`;
}
