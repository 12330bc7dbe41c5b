/** "3 minutes ago", with the exact time on hover and for assistive technology. */
import { Text, Tooltip } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useLanguage } from '../i18n/language.tsx';
import { dayAndTime, exactTime, parseTime, relativeTime, shortTime } from './time-words.ts';

export function RelativeTime({ at }: { readonly at: string }) {
  const { language } = useLanguage();
  const now = useFreshNow();
  const time = parseTime(at);
  const exact = exactTime(language)(time);
  return (
    <Tooltip label={exact}>
      <Text component="time" dateTime={at} inherit title={exact} className="relative-time">
        {relativeTime(time, now, language)}
      </Text>
    </Tooltip>
  );
}

/** "18 Nov 2026, 14:05 · 3 minutes ago": where there is room for both. */
export function FullTime({ at }: { readonly at: string }) {
  const { language } = useLanguage();
  const now = useFreshNow();
  const time = parseTime(at);
  return (
    <time dateTime={at} title={exactTime(language)(time)}>
      {dayAndTime(time, language)} · {relativeTime(time, now, language)}
    </time>
  );
}

/** "12 s", "3 min", "5 h", "4 d": for columns. */
export function ShortTime({ at }: { readonly at: string }) {
  return <TimeAgo at={at} now={useNow(10_000)} />;
}

/** The same for one of many: their list keeps the clock. */
export function TimeAgo({ at, now }: { readonly at: string; readonly now: number }) {
  const {
    language,
    text: { ui },
  } = useLanguage();
  const time = parseTime(at);
  return (
    <time dateTime={at} title={exactTime(language)(time)}>
      {shortTime(time, now, ui.days)}
    </time>
  );
}

/** What has just happened is not ahead of a clock that ticks every twenty seconds. */
const useFreshNow = (): number => Math.max(useNow(20_000), Date.now());

/** The current time, refreshed often enough for what is shown. */
export function useNow(everyMs: number): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}
