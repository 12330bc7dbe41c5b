/** Opens the command palette by pointer; shows its keys. */
import { Button, Kbd, Text } from '@mantine/core';
import { useText } from '../i18n/language.tsx';
import { Icon } from '../ui/icon.tsx';

const META = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl';

export function PaletteButton({ onOpen }: { readonly onOpen: () => void }) {
  const { shell } = useText();
  return (
    <Button variant="default" onClick={onOpen} className="palette-button">
      <Icon name="search" />
      <Text span size="sm" c="dimmed" className="wide-only">
        {shell.palette}
      </Text>
      <Kbd size="xs" visibleFrom="md" aria-hidden>
        {META} K
      </Kbd>
    </Button>
  );
}
