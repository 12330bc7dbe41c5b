/** Light or dark, the language of the page, and that of messages elsewhere. */
import { SegmentedControl, Stack, Text, useMantineColorScheme } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { changeMe, type Me, meQuery } from '../../api/session.ts';
import { useLanguage } from '../../i18n/language.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { Section } from '../../ui/section.tsx';
import { TimeZone } from './time-zone.tsx';

const LANGUAGES = [
  { value: 'fr', label: 'Français' },
  { value: 'en', label: 'English' },
];

export function AppearanceSection() {
  const { language, text, speak } = useLanguage();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const { shell, settings } = text;
  return (
    <Section title={settings.sections.appearance} description={settings.appearanceWhy}>
      <Stack align="flex-start">
        <Text fw={500}>{shell.theme}</Text>
        <SegmentedControl
          aria-label={shell.theme}
          value={colorScheme}
          onChange={(value) => setColorScheme(value as typeof colorScheme)}
          data={(['light', 'dark', 'auto'] as const).map((value) => ({ value, label: shell.schemes[value] }))}
        />
        <Text fw={500}>{shell.language}</Text>
        <SegmentedControl
          aria-label={shell.language}
          value={language}
          onChange={(value) => speak(value as typeof language)}
          data={LANGUAGES}
        />
        <MessageLanguage />
        <TimeZone />
      </Stack>
    </Section>
  );
}

/** A setting of the account, unlike the rest: the service answers AI clients in this language. */
function MessageLanguage() {
  const { settings } = useLanguage().text;
  const queries = useQueryClient();
  const { data: me } = useQuery(meQuery);
  const changing = useMutation({
    mutationFn: (value: string) => changeMe({ language: value === '' ? null : (value as Me['language']) }),
    onSuccess: (changed) => queries.setQueryData(meQuery.queryKey, changed),
  });
  return (
    <>
      <Text fw={500}>{settings.messages}</Text>
      <Text size="sm" c="dimmed">
        {settings.messagesWhy}
      </Text>
      <SegmentedControl
        aria-label={settings.messages}
        value={me?.language ?? ''}
        onChange={(value) => changing.mutate(value)}
        data={[{ value: '', label: settings.messagesDefault }, ...LANGUAGES]}
      />
      <ProblemNotice error={changing.error} />
    </>
  );
}
