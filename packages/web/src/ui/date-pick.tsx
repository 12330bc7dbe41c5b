/** The field and its calendar. */
import '@mantine/dates/styles.css';
import '../app/dates.css';
import 'dayjs/locale/fr';
import { DatePickerInput, DateTimePicker } from '@mantine/dates';
import { useText } from '../i18n/language.tsx';
import { startOf } from './days.ts';
import { Icon } from './icon.tsx';
import { formatOf } from './time-words.ts';

export interface DateFieldProps {
  /** In a form: `2026-11-18`, with its time `2026-11-18 14:05:00`; both where the reader is. */
  readonly name: string;
  readonly label: string;
  readonly description?: string;
  readonly title?: string;
  readonly value: string | null;
  readonly withTime?: boolean;
}

export function DatePick({
  value,
  withTime = false,
  language,
  ...field
}: DateFieldProps & { readonly language: string }) {
  const { ui, executions } = useText();
  const units = new Intl.DisplayNames(language, { type: 'dateTimeField' });
  const shared = {
    ...field,
    locale: language,
    defaultValue: value,
    clearable: true,
    clearButtonProps: { 'aria-label': ui.clearOf(field.label) },
    ariaLabels: executions.calendar,
    hideOutsideDates: true,
    // Colour says state, and a weekend is none.
    weekendDays: [] as [],
    leftSection: <Icon name="clock" />,
    leftSectionPointerEvents: 'none',
    // The focus goes into the calendar and back. Its role would have no name, which the field has.
    popoverProps: { trapFocus: true, returnFocus: true, withRoles: false },
  } as const;
  if (!withTime) {
    const day = formatOf(language, { dateStyle: 'medium' });
    return (
      <DatePickerInput
        {...shared}
        valueFormatter={({ date }) => (typeof date === 'string' ? day.format(startOf(date)) : '')}
      />
    );
  }
  const moment = formatOf(language, { dateStyle: 'medium', timeStyle: 'short' });
  return (
    <DateTimePicker
      {...shared}
      valueFormat={(date) => moment.format(new Date(date.replace(' ', 'T')))}
      timePickerProps={{ hoursInputLabel: units.of('hour') ?? '', minutesInputLabel: units.of('minute') ?? '' }}
      submitButtonProps={{ 'aria-label': ui.close }}
    />
  );
}
