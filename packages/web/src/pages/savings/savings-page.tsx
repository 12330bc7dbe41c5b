/** What the model read, against what plain output would have cost. The figures are estimates, and the page says so. */
import { SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { breakdownQuery, statsQuery } from '../../api/stats.ts';
import { CREW } from '../../api/workspace.ts';
import { useText } from '../../i18n/language.tsx';
import { Figure, FigureStrip } from '../../ui/figure.tsx';
import { LinkButton } from '../../ui/links.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { NothingYet } from '../../ui/nothing-yet.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { useAmounts } from '../../ui/use-amounts.ts';
import { Breakdown } from './breakdown.tsx';
import { DayChart } from './day-chart.tsx';
import { tokensIn } from './days.ts';
import { MemberTable } from './member-table.tsx';

const PERIODS = [7, 30, 90] as const;

export function SavingsPage() {
  const { savings: text } = useText();
  const [days, setDays] = useState<number>(30);
  const stats = useQuery(statsQuery(days));
  const breakdown = useQuery(breakdownQuery(days));
  const outputs = breakdown.data?.days;
  const { number, percent } = useAmounts();
  const read =
    outputs === undefined ? null : tokensIn(outputs.reduce((sum, { returned_bytes }) => sum + returned_bytes, 0));
  return (
    <>
      <PageHeader
        title={text.title}
        help={text.why}
        actions={
          <SegmentedControl
            aria-label={text.period}
            value={String(days)}
            onChange={(value) => setDays(Number(value))}
            data={PERIODS.map((count) => ({ value: String(count), label: text.days(count) }))}
          />
        }
      />
      <Loaded query={stats}>
        {({ totals, aliases, groups, period }) =>
          totals.commands === 0 ? (
            <NothingYet
              icon="savings"
              title={text.noCommand}
              description={text.noCommandWhy}
              action={<LinkButton to="/run">{text.toConsole}</LinkButton>}
            />
          ) : (
            <>
              <FigureStrip>
                <Figure label={text.plain} value={read === null ? '…' : `≈ ${number(read + totals.saved_tokens)}`}>
                  <span className="figure-note">{text.plainNote}</span>
                </Figure>
                <Figure label={text.readTokens} value={read === null ? '…' : `≈ ${number(read)}`}>
                  <span className="figure-note">
                    {read !== null &&
                      read + totals.saved_tokens > 0 &&
                      text.readShare(percent(read / (read + totals.saved_tokens)))}
                  </span>
                </Figure>
                <Figure label={text.savedByRtk} value={`≈ ${number(totals.saved_tokens)}`}>
                  <span className="figure-note">{text.ofCommands(totals.rtk_applied, totals.commands)}</span>
                </Figure>
                <Figure label={text.savedByAliases} value={`≈ ${number(aliases.tokens_saved_estimate)}`}>
                  <span className="figure-note">{text.hits(aliases.total_hits)}</span>
                </Figure>
              </FigureStrip>
              <DayChart groups={groups} outputs={outputs ?? []} from={period.from} to={period.to} />
              {CREW !== null && <MemberTable days={days} />}
              <Breakdown breakdown={breakdown} />
            </>
          )
        }
      </Loaded>
    </>
  );
}
