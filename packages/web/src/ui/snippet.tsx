/** A block of text to be copied whole: a file's content, a command. */
import { Box, Code, Group, Text } from '@mantine/core';
import { CopyButton } from './copy-button.tsx';

interface Props {
  readonly text: string;
  /** Where it goes: a file name, "terminal". */
  readonly place?: string;
}

export function Snippet({ text, place }: Props) {
  return (
    <Box className="snippet">
      <Group justify="space-between" gap="xs" className="snippet-head">
        <Text size="sm" ff="monospace" c="dimmed" className="break">
          {place}
        </Text>
        <CopyButton value={text} />
      </Group>
      <Code block tabIndex={0} role="region" aria-label={place}>
        {text}
      </Code>
    </Box>
  );
}
