/** From when to when: a few usual spans, the last days by name, or any days of a calendar. */
import '../../app/chips.css';
import { Button, Loader, Popover } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { lazy, Suspense } from 'react';
import { useLanguage } from '../../i18n/language.tsx';
import { type Day, dayOf, daysBefore, startOf } from '../../ui/days.ts';
import { Icon } from '../../ui/icon.tsx';
import { formatOf } from '../../ui/time-words.ts';
import { type HistorySearch, PERIODS } from './history-filter.ts';

/** The calendar comes when it is opened. */
const DayRange = lazy(async () => ({ default: (await import('./day-range.tsx')).DayRange }));

type Span = Pick<HistorySearch, 'period' | 'from' | 'to'>;

interface Props {
  readonly span: Span;
  readonly onChange: (span: Readonly<Record<keyof Span, string | undefined>>) => void;
}

const WEEK = 7;

export function PeriodFilter({ span, onChange }: Props) {
  const {
    language,
    text: { executions: text, ui },
  } = useLanguage();
  const [opened, { toggle, close }] = useDisclosure(false);
  const now = Date.now();
  const set = ({ period, from, to }: Span, done = true): void => {
    onChange({ period, from, to });
    if (done) close();
  };
  const weekday = formatOf(language, { weekday: 'long' });
  const days = Array.from({ length: WEEK }, (_, ago) => daysBefore(now, ago));
  const nameOf = (day: Day, ago: number): string =>
    ago === 0 ? text.today : ago === 1 ? text.yesterday : weekday.format(startOf(day));
  const isSet = span.period !== undefined || span.from !== undefined || span.to !== undefined;
  return (
    <Popover opened={opened} onDismiss={close} position="bottom-start" trapFocus>
      <Popover.Target>
        <button
          type="button"
          className="chip"
          data-on={isSet ? true : undefined}
          aria-expanded={opened}
          onClick={toggle}
        >
          <span>{text.period}</span> <span className="chip-value">{wordsOf(span, text, language)}</span>
          <Icon name="open" size={13} />
        </button>
      </Popover.Target>
      <Popover.Dropdown>
        <div className="period">
          {/* biome-ignore lint/a11y/useSemanticElements: these are no fields */}
          <div className="period-names" role="group" aria-label={text.period}>
            <Choice label={text.anyPeriod} on={!isSet} onClick={() => set({})} />
            {PERIODS.map((period) => (
              <Choice
                key={period}
                label={text.periods[period]}
                on={span.period === period}
                onClick={() => set({ period })}
              />
            ))}
            {days.map((day, ago) => (
              <Choice
                key={day}
                label={nameOf(day, ago)}
                on={span.from === day && span.to === day}
                onClick={() => set({ from: day, to: day })}
              />
            ))}
          </div>
          <Suspense fallback={<Loader size="sm" aria-label={ui.loading} />}>
            <DayRange
              from={span.from}
              to={span.to}
              last={dayOf(now)}
              onChange={(from, to) => set({ from, ...(to === undefined ? {} : { to }) }, to !== undefined)}
            />
          </Suspense>
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}

const Choice = ({
  label,
  on,
  onClick,
}: {
  readonly label: string;
  readonly on: boolean;
  readonly onClick: () => void;
}) => (
  <Button
    variant={on ? 'light' : 'subtle'}
    color={on ? undefined : 'gray'}
    size="xs"
    aria-pressed={on}
    onClick={onClick}
  >
    {label}
  </Button>
);

interface Words {
  readonly anyPeriod: string;
  readonly periods: Readonly<Record<string, string>>;
  readonly since: (day: string) => string;
  readonly until: (day: string) => string;
}

function wordsOf({ period, from, to }: Span, text: Words, language: string): string {
  const format = formatOf(language, { dateStyle: 'medium' });
  if (from !== undefined && to !== undefined) return format.formatRange(startOf(from), startOf(to));
  if (from !== undefined) return text.since(format.format(startOf(from)));
  if (to !== undefined) return text.until(format.format(startOf(to)));
  return period === undefined ? text.anyPeriod : (text.periods[period] ?? '');
}
