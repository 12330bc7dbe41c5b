/** What compaction and aliases saved. The figures are estimates, and the page says so. */
import { SegmentedControl } from '@mantine/core';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { meQuery } from '../../api/session.ts';
import { statsQuery } from '../../api/stats.ts';
import { useLanguage } from '../../i18n/language.tsx';
import { Figure, FigureStrip } from '../../ui/figure.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { localeOf } from '../../ui/time-words.ts';
import { Breakdown } from './breakdown.tsx';
import { DayChart } from './day-chart.tsx';

const PERIODS = [7, 30, 90] as const;

export function SavingsPage() {
  const {
    language,
    text: { savings: text },
  } = useLanguage();
  const [days, setDays] = useState<number>(30);
  const stats = useQuery(statsQuery(days));
  const { data: me } = useSuspenseQuery(meQuery);
  const number = (value: number): string => value.toLocaleString(language);
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
        {({ totals, aliases, groups, period }) => (
          <>
            <FigureStrip>
              <Figure label={text.savedByRtk} value={`≈ ${number(totals.saved_tokens)}`}>
                <span className="figure-note">{text.ofCommands(totals.rtk_applied, totals.commands)}</span>
              </Figure>
              <Figure label={text.savedByAliases} value={`≈ ${number(aliases.tokens_saved_estimate)}`}>
                <span className="figure-note">{text.hits(aliases.total_hits)}</span>
              </Figure>
              <Figure label={text.commands} value={number(totals.commands)}>
                <span className="figure-note">
                  {text.since(
                    new Intl.DateTimeFormat(localeOf(language), { dateStyle: 'medium', timeZone: 'UTC' }).format(
                      Date.parse(period.from),
                    ),
                  )}
                </span>
              </Figure>
              <Figure label={text.quota} value={number(me.calls_today)} of={text.ofQuota(me.daily_quota)}>
                <meter
                  className="figure-meter"
                  min={0}
                  max={me.daily_quota}
                  value={me.calls_today}
                  aria-label={text.quota}
                />
              </Figure>
            </FigureStrip>
            <DayChart groups={groups} from={period.from} to={period.to} />
            <Breakdown days={days} />
          </>
        )}
      </Loaded>
    </>
  );
}
