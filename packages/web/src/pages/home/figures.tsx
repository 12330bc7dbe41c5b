/** The day in four figures: commands, failures, tokens kept out of the conversation, calls of assistants. */
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { todayQuery } from '../../api/projects.ts';
import { meQuery } from '../../api/session.ts';
import { statsQuery } from '../../api/stats.ts';
import { useText } from '../../i18n/language.tsx';
import { Figure, FigureStrip } from '../../ui/figure.tsx';
import { useAmounts } from '../../ui/use-amounts.ts';
import { FIGURE_DAYS, WorkFigures } from './work-figures.tsx';

export function Figures() {
  const {
    home: { figures: text },
  } = useText();
  const { data: me } = useSuspenseQuery(meQuery);
  const { data: today } = useQuery(todayQuery);
  const { data: stats } = useQuery(statsQuery(FIGURE_DAYS));
  const { number } = useAmounts();
  const { total = 0, failed = 0, refused = 0 } = today?.executions ?? {};
  return (
    <FigureStrip>
      <WorkFigures label={text.commands} commands={total} failures={failed} refused={refused} stats={stats} />
      <Figure label={text.calls} value={number(me.calls_today)} of={text.of(me.daily_quota)}>
        <meter className="figure-meter" min={0} max={me.daily_quota} value={me.calls_today} aria-label={text.calls} />
      </Figure>
    </FigureStrip>
  );
}
