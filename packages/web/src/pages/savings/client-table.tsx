/** What each client's commands printed, how much of it was answered, and the share that was saved. */
import { Table, Text } from '@mantine/core';
import type { StatsBreakdown } from '../../api/stats.ts';
import { useText } from '../../i18n/language.tsx';
import { Section } from '../../ui/section.tsx';
import { useAmounts } from '../../ui/use-amounts.ts';
import { useClientNames } from '../../ui/use-client-names.ts';

export function ClientTable({ clients }: Pick<StatsBreakdown, 'clients'>) {
  const all = useText();
  const { number, percent } = useAmounts();
  const { savings: text, executions, run } = all;
  const names = useClientNames();
  const origins: Readonly<Record<string, string>> = executions.sources;
  const byName = merged(clients, (client) => names.get(client) ?? origins[client] ?? client);
  return (
    <Section title={text.byClient}>
      {clients.length === 0 ? (
        <Text size="sm" c="dimmed">
          {text.noCommand}
        </Text>
      ) : (
        <Table className="savings">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{text.client}</Table.Th>
              <Table.Th className="number run-count">{text.runs}</Table.Th>
              <Table.Th className="number wide-only">{text.printed}</Table.Th>
              <Table.Th className="number wide-only">{text.read}</Table.Th>
              <Table.Th className="number">{text.tokensShort}</Table.Th>
              <Table.Th className="number">{text.share}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {byName.map(([client, { runs, saved_tokens, printed_bytes, returned_bytes }]) => {
              const share = printed_bytes === 0 ? 0 : Math.max(0, 1 - returned_bytes / printed_bytes);
              return (
                <Table.Tr key={client}>
                  <Table.Td className="saving-name">
                    <span className="one-line">{client}</span>
                    {share > 0 && <progress className="saving-bar" max={1} value={share} aria-hidden />}
                  </Table.Td>
                  <Table.Td className="number run-count">{number(runs)}</Table.Td>
                  <Table.Td className="number wide-only">{run.bytes(printed_bytes)}</Table.Td>
                  <Table.Td className="number wide-only">{run.bytes(returned_bytes)}</Table.Td>
                  <Table.Td className="number">≈ {number(saved_tokens)}</Table.Td>
                  <Table.Td className="number">{percent(share)}</Table.Td>
                </Table.Tr>
              );
            })}
          </Table.Tbody>
        </Table>
      )}
    </Section>
  );
}

type Row = Omit<StatsBreakdown['clients'][number], 'client'>;

/** A token that was generated anew is the same client under the same name. */
function merged(clients: StatsBreakdown['clients'], nameOf: (client: string) => string): [name: string, row: Row][] {
  const rows = new Map<string, Row>();
  for (const { client, ...row } of clients) {
    const name = nameOf(client);
    const before = rows.get(name);
    if (before === undefined) rows.set(name, row);
    else
      rows.set(name, {
        runs: before.runs + row.runs,
        saved_tokens: before.saved_tokens + row.saved_tokens,
        printed_bytes: before.printed_bytes + row.printed_bytes,
        returned_bytes: before.returned_bytes + row.returned_bytes,
      });
  }
  return [...rows];
}
