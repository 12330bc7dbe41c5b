/** What is counted of the work of a person or of a crew: commands, failures, tokens kept out of the conversation. */
import type { Stats } from '../../api/stats.ts';
import { useText } from '../../i18n/language.tsx';
import { Figure } from '../../ui/figure.tsx';
import { Sparkline } from '../../ui/sparkline.tsx';
import { useAmounts } from '../../ui/use-amounts.ts';
import { daysOf, type SavedDay } from '../savings/days.ts';

/** Of which the lines are drawn. */
export const FIGURE_DAYS = 14;

export const figureDays = (stats: Stats | undefined): readonly SavedDay[] =>
  stats === undefined ? [] : daysOf(stats.groups, [], stats.period.from, stats.period.to);

interface Props {
  /** The commands, of which time: the others are said to be of the same. */
  readonly label: string;
  readonly commands: number;
  readonly failures: number;
  readonly refused?: number;
  readonly stats: Stats | undefined;
}

export function WorkFigures({ label, commands, failures, refused = 0, stats }: Props) {
  const {
    home: { figures: text },
  } = useText();
  const { number } = useAmounts();
  const days = figureDays(stats);
  const failed = days.some((day) => day.failures > 0);
  return (
    <>
      <Figure label={label} value={number(commands)}>
        <Sparkline values={days.map((day) => day.commands)} />
      </Figure>
      <Figure
        label={text.failures}
        value={number(failures)}
        {...(refused > 0 ? { of: `· ${text.refused(refused)}` } : {})}
      >
        <Sparkline {...(failed ? { state: 'bad' } : {})} values={days.map((day) => day.failures)} />
      </Figure>
      <Figure label={text.tokens} value={number(stats?.totals.saved_tokens ?? 0)}>
        <Sparkline values={days.map(({ saved_tokens }) => saved_tokens)} />
      </Figure>
    </>
  );
}
