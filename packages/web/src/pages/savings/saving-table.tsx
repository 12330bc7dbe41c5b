/** How much each one saved: a bar, the runs and the tokens, the largest first. */
import { Table, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useText } from '../../i18n/language.tsx';
import { CommandLine } from '../../ui/command-line.tsx';
import { Section } from '../../ui/section.tsx';
import { useAmounts } from '../../ui/use-amounts.ts';

export interface SavingRow {
  readonly name: string;
  readonly runs: number;
  readonly saved_tokens: number;
}

interface Props {
  readonly title: string;
  /** What a row is: a filter, an alias, a command. */
  readonly column: string;
  readonly rows: readonly SavingRow[];
  /** Shown when there is no row: what to do next. */
  readonly nothing: ReactNode;
}

export function SavingTable({ title, column, rows, nothing }: Props) {
  const text = useText();
  const { number } = useAmounts();
  const { savings } = text;
  const most = Math.max(1, ...rows.map(({ saved_tokens }) => saved_tokens));
  return (
    <Section title={title}>
      {rows.length === 0 ? (
        <Text size="sm" c="dimmed">
          {nothing}
        </Text>
      ) : (
        <Table className="savings">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{column}</Table.Th>
              <Table.Th className="number run-count">{savings.runs}</Table.Th>
              <Table.Th className="number">{savings.tokensShort}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map(({ name, runs, saved_tokens }) => (
              <Table.Tr key={name}>
                <Table.Td className="saving-name">
                  <span title={name}>
                    <CommandLine command={name} />
                  </span>
                  {saved_tokens > 0 && <progress className="saving-bar" max={most} value={saved_tokens} aria-hidden />}
                </Table.Td>
                <Table.Td className="number run-count">{number(runs)}</Table.Td>
                <Table.Td className="number">≈ {number(saved_tokens)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </Section>
  );
}
