/** Light or dark, and the language. */
import { SegmentedControl, Stack, Text, useMantineColorScheme } from '@mantine/core';
import { useLanguage } from '../../i18n/language.tsx';
import { Section } from '../../ui/section.tsx';

export function AppearanceSection() {
  const { language, text, speak } = useLanguage();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const { shell, settings } = text;
  return (
    <Section title={settings.sections.appearance} description={settings.appearanceWhy}>
      <Stack align="flex-start">
        <Text fw={500}>{shell.appearance}</Text>
        <SegmentedControl
          aria-label={shell.appearance}
          value={colorScheme}
          onChange={(value) => setColorScheme(value as typeof colorScheme)}
          data={(['light', 'dark', 'auto'] as const).map((value) => ({ value, label: shell.schemes[value] }))}
        />
        <Text fw={500}>{shell.language}</Text>
        <SegmentedControl
          aria-label={shell.language}
          value={language}
          onChange={(value) => speak(value as typeof language)}
          data={[
            { value: 'fr', label: 'Français' },
            { value: 'en', label: 'English' },
          ]}
        />
      </Stack>
    </Section>
  );
}
