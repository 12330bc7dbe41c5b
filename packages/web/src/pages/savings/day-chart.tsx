/** Tokens by day, those that the model read and those that it was spared: a small chart, and the same figures as a table beside it. */
import { Table, UnstyledButton } from '@mantine/core';
import { useDisclosure, useElementSize } from '@mantine/hooks';
import type { StatsBreakdown, StatsGroup } from '../../api/stats.ts';
import { useLanguage } from '../../i18n/language.tsx';
import { Section } from '../../ui/section.tsx';
import { formatOf } from '../../ui/time-words.ts';
import { useAmounts } from '../../ui/use-amounts.ts';
import { ceiling, daysOf } from './days.ts';

const HEIGHT = 200;
const LEFT = 56;
const BOTTOM = 24;
/** The width that a date under the bars needs. */
const LABEL_WIDTH = 70;

interface Props {
  readonly groups: readonly StatsGroup[];
  readonly outputs: StatsBreakdown['days'];
  readonly from: string;
  readonly to: string;
}

export function DayChart({ groups, outputs, from, to }: Props) {
  const { language, text } = useLanguage();
  const { number } = useAmounts();
  const { savings } = text;
  const [open, { toggle }] = useDisclosure(false);
  // Drawn at the size in which it is shown, so that letters are as large as everywhere else.
  const { ref, width: measured } = useElementSize();
  const width = Math.max(240, Math.floor(measured));
  const days = daysOf(groups, outputs, from, to);
  const top = ceiling(Math.max(...days.map(({ read_tokens, saved_tokens }) => read_tokens + saved_tokens), 0));
  const step = (width - LEFT) / Math.max(1, days.length);
  const y = (value: number): number => HEIGHT - BOTTOM - (value / top) * (HEIGHT - BOTTOM - 12);
  const day = (key: string): string =>
    formatOf(language, { day: 'numeric', month: 'short', timeZone: 'UTC' }).format(Date.parse(key));
  const every = Math.max(1, Math.ceil(LABEL_WIDTH / step));
  // Counted from today, which people look for first. Half of the label must fit beside it.
  const labelled = (index: number): boolean =>
    (days.length - 1 - index) % every === 0 && (index + 0.5) * step + LEFT >= LABEL_WIDTH / 2;
  return (
    <Section
      title={savings.byDay}
      actions={
        <span className="chart-legend">
          <span data-part="read">{savings.legend.read}</span>
          <span data-part="saved">{savings.legend.saved}</span>
          {savings.utc}
        </span>
      }
    >
      <div ref={ref} className="chart-box">
        <svg width={width} height={HEIGHT} role="img" aria-label={savings.chart(days.length, top)} className="chart">
          {[...new Set([0, top / 2, top])].map((value) => (
            <g key={value}>
              <line x1={LEFT} x2={width} y1={y(value)} y2={y(value)} className="chart-line" />
              <text x={LEFT - 8} y={y(value) + 4} textAnchor="end" className="chart-text">
                {number(value)}
              </text>
            </g>
          ))}
          {days.map(({ key, read_tokens, saved_tokens }, index) => (
            <g key={key}>
              <title>
                {`${day(key)}, ${savings.legend.read}: ${number(read_tokens)}, ${savings.legend.saved}: ${number(saved_tokens)}`}
              </title>
              <rect
                x={LEFT + index * step + step * 0.15}
                width={Math.max(1, step * 0.7)}
                y={y(read_tokens + saved_tokens)}
                height={y(read_tokens) - y(read_tokens + saved_tokens)}
                className="chart-bar"
              />
              <rect
                x={LEFT + index * step + step * 0.15}
                width={Math.max(1, step * 0.7)}
                y={y(read_tokens)}
                height={HEIGHT - BOTTOM - y(read_tokens)}
                className="chart-bar"
                data-part="read"
              />
              {labelled(index) && (
                <text
                  x={Math.min(width, LEFT + (index + 0.5) * step + (index === days.length - 1 ? step / 2 : 0))}
                  y={HEIGHT - 6}
                  textAnchor={index === days.length - 1 ? 'end' : 'middle'}
                  className="chart-text"
                >
                  {day(key)}
                </text>
              )}
            </g>
          ))}
        </svg>
      </div>
      <UnstyledButton onClick={toggle} aria-expanded={open} className="link-button">
        {open ? savings.hideTable : savings.showTable}
      </UnstyledButton>
      {open && (
        <Table mt="sm" className="savings">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{savings.day}</Table.Th>
              <Table.Th className="number">{savings.readTokens}</Table.Th>
              <Table.Th className="number">{savings.tokens}</Table.Th>
              <Table.Th className="number run-count">{savings.commands}</Table.Th>
              <Table.Th className="number run-count">{savings.aliasHits}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {days
              .filter(({ commands }) => commands > 0)
              .map(({ key, read_tokens, saved_tokens, commands, alias_hits }) => (
                <Table.Tr key={key}>
                  <Table.Td>{day(key)}</Table.Td>
                  <Table.Td className="number">≈ {number(read_tokens)}</Table.Td>
                  <Table.Td className="number">≈ {number(saved_tokens)}</Table.Td>
                  <Table.Td className="number run-count">{number(commands)}</Table.Td>
                  <Table.Td className="number run-count">{number(alias_hits)}</Table.Td>
                </Table.Tr>
              ))}
          </Table.Tbody>
        </Table>
      )}
    </Section>
  );
}
