/** While the service does not answer, every page says so. Nothing has to be done: everything comes back by itself. */
import { Loader, Text } from '@mantine/core';
import { useText } from '../i18n/language.tsx';
import { Icon } from '../ui/icon.tsx';

export function LostBanner({ lost }: { readonly lost: boolean }) {
  const { shell } = useText();
  return (
    <div role="status">
      {lost && (
        <div className="strip strip-lost">
          <Icon name="lost" />
          <Text size="sm" className="grow">
            {shell.lost}
          </Text>
          <Loader size={14} color="gray" aria-hidden />
        </div>
      )}
    </div>
  );
}
