/** Each machine as a tile with its state, as it is at this moment. */
import { Badge, Card, SimpleGrid, Text } from '@mantine/core';
import type { ManyEvent } from '../../api/many.ts';
import { useText } from '../../i18n/language.tsx';
import { LinkAnchor } from '../../ui/links.tsx';

const COLORS: Readonly<Record<ManyEvent['state'], string>> = {
  ...{ waiting: 'gray', running: 'synapse', pending: 'orange', succeeded: 'teal', failed: 'red', skipped: 'gray' },
};

export function ManyGrid({ states }: { readonly states: readonly ManyEvent[] }) {
  const { many: text } = useText();
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
          <Badge size="sm" color={COLORS[state]} variant="light">
            {text.states[state]}
            {state === 'failed' && exit_code != null && ` · ${exit_code}`}
          </Badge>
        </Card>
      ))}
    </SimpleGrid>
  );
}
