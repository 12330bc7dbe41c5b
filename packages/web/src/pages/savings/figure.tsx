/** One number, what it counts, and whether it is an estimate. */
import { Paper, Progress, Text } from '@mantine/core';
import { useLanguage } from '../../i18n/language.tsx';

interface Props {
  readonly label: string;
  readonly value: number;
  readonly note: string;
  readonly approximate?: boolean;
  /** Drawn beside it: how much of it is used. */
  readonly ceiling?: number;
}

export function Figure({ label, value, note, approximate = false, ceiling }: Props) {
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
      {ceiling !== undefined && (
        <Progress
          mt="xs"
          size="sm"
          value={Math.min(100, (100 * value) / ceiling)}
          color={value >= ceiling * 0.9 ? 'red' : 'synapse'}
          aria-label={`${label}: ${note}`}
        />
      )}
    </Paper>
  );
}
