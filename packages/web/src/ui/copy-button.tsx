/** Copies a text and confirms it. */
import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { useText } from '../i18n/language.tsx';
import { Icon, type IconName } from './icon.tsx';

interface Props {
  /** A long text is put together only when it is asked for. */
  readonly value: string | (() => string);
  readonly label?: string;
  readonly icon?: IconName;
  /** What to say instead of “copied”, if that would not be the whole truth. */
  readonly done?: string | undefined;
  readonly onCopied?: () => void;
  /** Only its icon; the label is its name. */
  readonly compact?: boolean;
}

export function CopyButton({ value, label, icon = 'copy', done, onCopied, compact = false }: Props) {
  const { ui } = useText();
  const { copied, copy } = useClipboard({ timeout: 2000 });
  const onClick = (): void => {
    copy(typeof value === 'string' ? value : value());
    onCopied?.();
  };
  const said = copied ? (done ?? ui.copied) : (label ?? ui.copy);
  if (compact) {
    return (
      <Tooltip label={said}>
        <ActionIcon
          variant={copied ? 'light' : 'default'}
          color={copied ? 'teal' : undefined}
          aria-label={said}
          onClick={onClick}
        >
          <Icon name={copied ? 'check' : icon} size={14} />
        </ActionIcon>
      </Tooltip>
    );
  }
  return (
    <Button
      variant={copied ? 'light' : 'default'}
      color={copied ? 'teal' : undefined}
      size="xs"
      className={label === undefined ? 'copy-button' : undefined}
      leftSection={<Icon name={copied ? 'check' : icon} size={14} />}
      onClick={onClick}
    >
      <span className={label === undefined ? 'wide-only' : undefined}>{said}</span>
    </Button>
  );
}
