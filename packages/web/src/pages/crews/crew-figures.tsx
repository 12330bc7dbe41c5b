/** The work of a crew in four figures, as those of a person at home; and how many of its members have a part in it. */
import { useQuery } from '@tanstack/react-query';
import { type Crew, membersQuery } from '../../api/crews.ts';
import { memberStatsQuery, statsQuery } from '../../api/stats.ts';
import { useText } from '../../i18n/language.tsx';
import { Figure, FigureStrip } from '../../ui/figure.tsx';
import { useAmounts } from '../../ui/use-amounts.ts';
import { FIGURE_DAYS, figureDays, WorkFigures } from '../home/work-figures.tsx';

export function CrewFigures({ crew }: { readonly crew: Crew }) {
  const {
    crews: { figures: text },
    home,
  } = useText();
  const { data: stats } = useQuery(statsQuery(FIGURE_DAYS));
  const { data: byMember } = useQuery(memberStatsQuery(FIGURE_DAYS));
  const { data: members = [] } = useQuery(membersQuery(crew.slug));
  const { number } = useAmounts();
  // Members live in several time zones, so the day is the one by which the crew's work is counted.
  const { commands = 0, failures = 0 } = figureDays(stats).at(-1) ?? {};
  const workers = new Set(byMember?.groups.map(({ key }) => key));
  const active = members.filter(({ username }) => workers.has(username)).length;
  return (
    <FigureStrip>
      <WorkFigures label={text.commands} commands={commands} failures={failures} stats={stats} />
      <Figure label={text.active} value={number(active)} of={home.figures.of(crew.members)}>
        <meter className="figure-meter" min={0} max={crew.members} value={active} aria-label={text.active} />
      </Figure>
    </FigureStrip>
  );
}
