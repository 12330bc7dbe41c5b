/** A day, or a day with its time, chosen from a calendar in the language of the page. The calendar comes with the form. */
import { TextInput } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { useLanguage } from '../i18n/language.tsx';
import type { DateFieldProps } from './date-pick.tsx';

const DatePick = lazy(async () => ({ default: (await import('./date-pick.tsx')).DatePick }));

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
