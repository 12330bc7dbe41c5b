/** What compaction and aliases saved. The figures are estimates, and the page says so. */
import { SegmentedControl, SimpleGrid } from '@mantine/core';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { meQuery } from '../../api/session.ts';
import { statsQuery } from '../../api/stats.ts';
import { useLanguage } from '../../i18n/language.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Breakdown } from './breakdown.tsx';
import { DayChart } from './day-chart.tsx';
import { Figure } from './figure.tsx';

const PERIODS = [7, 30, 90] as const;

export function SavingsPage() {
  const {
    language,
    text: { savings: text },
  } = useLanguage();
  const [days, setDays] = useState<number>(30);
  const stats = useQuery(statsQuery(days));
  const { data: me } = useSuspenseQuery(meQuery);
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
            <SimpleGrid cols={{ base: 2, md: 4 }} mb="md" spacing={{ base: 'xs', sm: 'md' }}>
              <Figure
                label={text.savedByRtk}
                value={totals.saved_tokens}
                approximate
                note={text.ofCommands(totals.rtk_applied, totals.commands)}
              />
              <Figure
                label={text.savedByAliases}
                value={aliases.tokens_saved_estimate}
                approximate
                note={text.hits(aliases.total_hits)}
              />
              <Figure
                label={text.commands}
                value={totals.commands}
                note={text.since(
                  new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(
                    Date.parse(period.from),
                  ),
                )}
              />
              <Figure
                label={text.quota}
                value={me.calls_today}
                note={text.ofQuota(me.daily_quota)}
                ceiling={me.daily_quota}
              />
            </SimpleGrid>
            <DayChart groups={groups} from={period.from} to={period.to} />
            <Breakdown days={days} />
          </>
        )}
      </Loaded>
    </>
  );
}
