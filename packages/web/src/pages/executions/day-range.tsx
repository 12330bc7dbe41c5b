/** A calendar: one day, or the first and the last of several. */
import '@mantine/dates/styles.css';
import '../../app/dates.css';
import 'dayjs/locale/fr';
import { DatePicker } from '@mantine/dates';
import { useLanguage } from '../../i18n/language.tsx';
import type { Day } from '../../ui/days.ts';

interface Props {
  readonly from: Day | undefined;
  readonly to: Day | undefined;
  /** There is nothing after it. */
  readonly last: Day;
  /** `to` is missing while only the first is chosen. */
  readonly onChange: (from: Day, to: Day | undefined) => void;
}

export function DayRange({ from, to, last, onChange }: Props) {
  const {
    language,
    text: {
      executions: { calendar: words },
    },
  } = useLanguage();
  return (
    <DatePicker
      type="range"
      allowSingleDateInRange
      locale={language}
      ariaLabels={words}
      hideOutsideDates
      // Colour says state, and a weekend is none.
      weekendDays={[]}
      maxDate={last}
      defaultDate={to ?? from ?? last}
      value={[from ?? null, to ?? null]}
      onChange={([first, second]) => {
        if (first !== null) onChange(first, second ?? undefined);
      }}
    />
  );
}
