/** Makes a value: how long, of which characters. */
import { Button, Group, NativeSelect, NumberInput, Popover, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import { useText } from '../../i18n/language.tsx';
import { Icon } from '../../ui/icon.tsx';
import { ALPHABETS, type Alphabet, GENERATED, generate } from './generate.ts';

export function GenerateValue({ onValue }: { readonly onValue: (value: string) => void }) {
  const { secrets: text } = useText();
  const [opened, { toggle, close }] = useDisclosure(false);
  const [length, setLength] = useState<number>(GENERATED.usual);
  const [alphabet, setAlphabet] = useState<Alphabet>('letters');
  const make = (): void => {
    onValue(generate(Math.min(GENERATED.most, Math.max(GENERATED.least, length)), alphabet));
    close();
  };
  return (
    <Popover opened={opened} onDismiss={close} trapFocus position="bottom-end" width={280}>
      <Popover.Target>
        <Button size="compact-xs" variant="default" onClick={toggle} leftSection={<Icon name="repeat" size={13} />}>
          {text.generate}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <Stack gap="sm">
          <NumberInput
            label={text.generateLength}
            value={length}
            min={GENERATED.least}
            max={GENERATED.most}
            onChange={(value) => setLength(Number(value) || GENERATED.usual)}
          />
          <NativeSelect
            label={text.generateAlphabet}
            value={alphabet}
            onChange={(event) => setAlphabet(event.currentTarget.value as Alphabet)}
            data={(Object.keys(ALPHABETS) as Alphabet[]).map((value) => ({ value, label: text.alphabets[value] }))}
          />
          <Group justify="flex-end">
            <Button size="xs" onClick={make}>
              {text.generate}
            </Button>
          </Group>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
