/** One number, what it counts, and whether it is an estimate. */
import { Paper, Text } from '@mantine/core';
import { useLanguage } from '../../i18n/language.tsx';

interface Props {
  readonly label: string;
  readonly value: number;
  readonly note: string;
  readonly approximate?: boolean;
}

export function Figure({ label, value, note, approximate = false }: Props) {
  const { language } = useLanguage();
  return (
    <Paper withBorder p="md">
      <Text size="sm" c="dimmed">
        {label}
      </Text>
      <Text fz={28} fw={700} lh={1.2}>
        {approximate ? '≈ ' : ''}
        {value.toLocaleString(language)}
      </Text>
      <Text size="xs" c="dimmed">
        {note}
      </Text>
    </Paper>
  );
}
