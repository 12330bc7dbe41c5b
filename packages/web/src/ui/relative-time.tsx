/** "3 minutes ago", with the exact time on hover and for assistive technology. */
import { Text, Tooltip } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useLanguage } from '../i18n/language.tsx';
import { exactTime, parseTime, relativeTime } from './time-words.ts';

export function RelativeTime({ at }: { readonly at: string }) {
  const { language } = useLanguage();
  const now = useNow(20_000);
  const time = parseTime(at);
  const exact = exactTime(time, language);
  return (
    <Tooltip label={exact}>
      <Text component="time" dateTime={at} inherit title={exact} className="relative-time">
        {relativeTime(time, now, language)}
      </Text>
    </Tooltip>
  );
}

const SHORT = [
  [60, 's'],
  [60, 'min'],
  [24, 'h'],
  [Number.POSITIVE_INFINITY, null],
] as const;

/** "12 s", "3 min", "5 h", "4 d": for columns. */
export function ShortTime({ at }: { readonly at: string }) {
  const {
    language,
    text: { ui },
  } = useLanguage();
  const now = useNow(10_000);
  const time = parseTime(at);
  let amount = Math.max(0, (now - time) / 1000);
  let shown = '';
  for (const [size, unit] of SHORT) {
    if (amount < size) {
      shown = `${Math.floor(amount)} ${unit ?? ui.days}`;
      break;
    }
    amount /= size;
  }
  return (
    <time dateTime={at} title={exactTime(time, language)}>
      {shown}
    </time>
  );
}

/** The current time, refreshed often enough for what is shown. */
export function useNow(everyMs: number): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}
