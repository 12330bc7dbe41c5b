/** The day in four figures: commands, failures, tokens kept out of the conversation, calls of assistants. */
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { todayQuery } from '../../api/projects.ts';
import { meQuery } from '../../api/session.ts';
import { statsQuery } from '../../api/stats.ts';
import { useText } from '../../i18n/language.tsx';
import { Figure, FigureStrip } from '../../ui/figure.tsx';
import { Sparkline } from '../../ui/sparkline.tsx';
import { useAmounts } from '../../ui/use-amounts.ts';
import { daysOf } from '../savings/days.ts';

const DAYS = 14;

export function Figures() {
  const { home } = useText();
  const { data: me } = useSuspenseQuery(meQuery);
  const { data: today } = useQuery(todayQuery);
  const { data: stats } = useQuery(statsQuery(DAYS));
  const days = stats === undefined ? [] : daysOf(stats.groups, [], stats.period.from, stats.period.to);
  const { number } = useAmounts();
  const { total = 0, failed = 0, refused = 0 } = today?.executions ?? {};
  return (
    <FigureStrip>
      <Figure label={home.figures.commands} value={number(total)}>
        <Sparkline values={days.map(({ commands }) => commands)} />
      </Figure>
      <Figure
        label={home.figures.failures}
        value={number(failed)}
        {...(refused > 0 ? { of: `· ${home.figures.refused(refused)}` } : {})}
      >
        <Sparkline state="bad" values={days.map(({ failures }) => failures)} />
      </Figure>
      <Figure label={home.figures.tokens} value={number(stats?.totals.saved_tokens ?? 0)}>
        <Sparkline values={days.map(({ saved_tokens }) => saved_tokens)} />
      </Figure>
      <Figure label={home.figures.calls} value={number(me.calls_today)} of={home.figures.of(me.daily_quota)}>
        <meter
          className="figure-meter"
          min={0}
          max={me.daily_quota}
          value={me.calls_today}
          aria-label={home.figures.calls}
        />
      </Figure>
    </FigureStrip>
  );
}
