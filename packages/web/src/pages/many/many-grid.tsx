/** Each machine as a tile with its state, as it is at this moment. */
import { Card, SimpleGrid, Text } from '@mantine/core';
import type { ManyEvent } from '../../api/many.ts';
import { useText } from '../../i18n/language.tsx';
import { LinkAnchor } from '../../ui/links.tsx';
import { State, type StateKind } from '../../ui/state.tsx';

const STATES: Readonly<Record<ManyEvent['state'], StateKind>> = {
  waiting: 'off',
  running: 'live',
  pending: 'wait',
  succeeded: 'ok',
  failed: 'bad',
  skipped: 'idle',
};

export function ManyGrid({ states }: { readonly states: readonly ManyEvent[] }) {
  const { many: text, executions } = useText();
  if (states.length === 0) return null;
  return (
    <SimpleGrid cols={{ base: 2, sm: 3, md: 5 }} spacing="xs" mb="md" role="list" aria-label={text.grid}>
      {states.map(({ machine, state, execution_id, exit_code }) => (
        <Card key={machine} withBorder p="xs" role="listitem" data-machine={machine} data-state={state}>
          {execution_id === undefined ? (
            <Text size="sm" className="one-line">
              {machine}
            </Text>
          ) : (
            <LinkAnchor to="/executions/$id" params={{ id: execution_id }} size="sm" className="one-line">
              {machine}
            </LinkAnchor>
          )}
          <State state={STATES[state]}>
            {state === 'failed' && exit_code != null ? executions.failed(exit_code) : text.states[state]}
          </State>
        </Card>
      ))}
    </SimpleGrid>
  );
}
