/** Stops everything, from every page: one press opens the question, a second one answers it. */
import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { lazy, Suspense } from 'react';
import { useText } from '../i18n/language.tsx';
import { Icon } from '../ui/icon.tsx';
import { useMay } from '../ui/use-crew.ts';

const FreezeDialog = lazy(async () => ({ default: (await import('./freeze-dialog.tsx')).FreezeDialog }));

export function FreezeButton() {
  const { freeze: text } = useText();
  const [opened, { open, close }] = useDisclosure(false);
  if (!useMay('freeze')) return null;
  return (
    <>
      <Button variant="default" onClick={open} className="freeze-button">
        <Icon name="freeze" />
        <span className="freeze-word">{text.button}</span>
      </Button>
      {opened && (
        <Suspense>
          <FreezeDialog onClose={close} />
        </Suspense>
      )}
    </>
  );
}
