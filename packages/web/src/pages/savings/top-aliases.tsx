/** The aliases that are used most. */
import { Progress, Table, Text } from '@mantine/core';
import type { Stats } from '../../api/stats.ts';
import { useText } from '../../i18n/language.tsx';
import { LinkAnchor } from '../../ui/links.tsx';
import { Section } from '../../ui/section.tsx';

export function TopAliases({ codes }: { readonly codes: Stats['aliases']['top_codes'] }) {
  const { savings: text } = useText();
  const most = Math.max(1, ...codes.map(({ hits }) => hits));
  return (
    <Section title={text.topAliases}>
      {codes.length === 0 ? (
        <Text size="sm" c="dimmed">
          {text.noAlias} <LinkAnchor to="/aliases">{text.toAliases}</LinkAnchor>
        </Text>
      ) : (
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{text.code}</Table.Th>
              <Table.Th>{text.aliasHits}</Table.Th>
              <Table.Th w="60%" aria-hidden />
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {codes.map(({ code, hits }) => (
              <Table.Tr key={code}>
                <Table.Td>
                  <code>{code}</code>
                </Table.Td>
                <Table.Td>{hits}</Table.Td>
                <Table.Td aria-hidden>
                  <Progress value={(100 * hits) / most} aria-hidden />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </Section>
  );
}
