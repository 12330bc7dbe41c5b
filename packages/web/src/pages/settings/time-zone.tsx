/** In which time zone the person's day begins: what "today" counts. */
import { NativeSelect } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { changeSettings, settingsQuery } from '../../api/settings.ts';
import { useText } from '../../i18n/language.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';

export function TimeZone() {
  const { settings: text } = useText();
  const queries = useQueryClient();
  const { data } = useQuery(settingsQuery);
  const changing = useMutation({
    mutationFn: (timezone: string) => changeSettings({ timezone }),
    onSuccess: async (changed) => {
      queries.setQueryData(settingsQuery.queryKey, changed);
      await queries.invalidateQueries({ queryKey: ['stats'] });
    },
  });
  if (data === undefined) return null;
  const zones = new Set([data.timezone, here(), 'UTC', ...Intl.supportedValuesOf('timeZone')]);
  return (
    <>
      <NativeSelect
        label={text.timeZone}
        description={text.timeZoneWhy(here())}
        value={data.timezone}
        onChange={(event) => changing.mutate(event.currentTarget.value)}
        data={[...zones]}
      />
      <ProblemNotice error={changing.error} />
    </>
  );
}

const here = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;
