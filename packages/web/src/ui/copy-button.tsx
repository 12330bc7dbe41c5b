/** Copies a text and says that it did. */
import { Button, CopyButton as Copier } from '@mantine/core';
import { useText } from '../i18n/language.tsx';
import { Icon } from './icon.tsx';

interface Props {
  readonly value: string;
  readonly label?: string;
  readonly onCopied?: () => void;
}

export function CopyButton({ value, label, onCopied }: Props) {
  const { ui } = useText();
  return (
    <Copier value={value} timeout={2000}>
      {({ copied, copy }) => (
        <Button
          variant={copied ? 'light' : 'default'}
          color={copied ? 'teal' : undefined}
          size="xs"
          className={label === undefined ? 'copy-button' : undefined}
          leftSection={<Icon name={copied ? 'check' : 'copy'} size={14} />}
          onClick={() => {
            copy();
            onCopied?.();
          }}
        >
          <span className={label === undefined ? 'wide-only' : undefined}>
            {copied ? ui.copied : (label ?? ui.copy)}
          </span>
        </Button>
      )}
    </Copier>
  );
}
