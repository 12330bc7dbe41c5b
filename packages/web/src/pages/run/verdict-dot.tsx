/** While a command is typed: whether the policy lets it run, in a colour and in words. Nothing is run for it. */
import { Group, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import type { Order } from '../../api/executions.ts';
import { explanationQuery } from '../../api/policy.ts';
import { useLanguage } from '../../i18n/language.tsx';
import { Dot } from '../../ui/state.tsx';
import { reasonOf } from './reason-of.ts';

const TYPING_MS = 300;
const DOTS = { allow: 'ok', ask: 'wait', deny: 'refused' } as const;

export function VerdictDot({ order }: { readonly order: Order }) {
  const { language, text } = useLanguage();
  const [typed] = useDebouncedValue(order, TYPING_MS);
  const { data } = useQuery(explanationQuery(typed, language));
  if (order.command.trim() === '') {
    return (
      <Text size="xs" c="dimmed" className="grow">
        {text.run.commandHint} <span className="wide-only">{text.run.keysHint}</span>
      </Text>
    );
  }
  // Without an answer nothing is said: the command itself will say why.
  if (data === undefined) return <span className="grow" />;
  const { explanation, refusal } = data;
  const verdict = explanation?.verdict ?? 'deny';
  const [headline, why] =
    explanation === null
      ? [text.run.refused, refusal?.message ?? '']
      : [text.run.verdicts[verdict], reasonOf(explanation, text.run.byRule)];
  return (
    <Group gap={8} role="status" wrap="nowrap" className="grow shrink" data-verdict={verdict}>
      <Dot state={DOTS[verdict]} />
      <Text size="sm" c="dimmed" className="break">
        <Text span c="var(--mantine-color-text)">
          {headline}
        </Text>
        {' · '}
        {why}
      </Text>
    </Group>
  );
}
