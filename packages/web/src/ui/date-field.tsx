/** A day, or a day with its time, chosen from a calendar in the language of the page. The calendar comes with the form. */
import { TextInput } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { useLanguage } from '../i18n/language.tsx';

const DatePick = lazy(async () => ({ default: (await import('./date-pick.tsx')).DatePick }));

export interface DateFieldProps {
  /** In a form: `2026-11-18`, with its time `2026-11-18 14:05:00`; both where the reader is. */
  readonly name: string;
  readonly label: string;
  readonly description?: string;
  readonly title?: string;
  readonly value: string | null;
  readonly withTime?: boolean;
}

export function DateField(props: DateFieldProps) {
  const { language } = useLanguage();
  const { label, description, name, value } = props;
  return (
    <Suspense
      fallback={<TextInput label={label} description={description} name={name} defaultValue={value ?? ''} readOnly />}
    >
      <DatePick {...props} language={language} />
    </Suspense>
  );
}
