/** The fields that every machine has: label, tags, containers, directory. */
import { Group, TextInput } from '@mantine/core';
import type { Machine } from '../../api/machines.ts';
import { useText } from '../../i18n/language.tsx';
import { ContainerFields } from './container-fields.tsx';
import { SecretSelect } from './secret-select.tsx';

interface Props {
  /** As it is. Undefined for a new one. */
  readonly machine?: Machine;
  /** The names of containers that were seen when it was tried. */
  readonly seen?: readonly string[];
}

export function MachineFields({ machine, seen = [] }: Props) {
  const { machines: text } = useText();
  return (
    <>
      <TextInput name="label" label={text.label} defaultValue={machine?.label} maxLength={100} />
      <TextInput name="tags" label={text.tags} description={text.tagsHint} defaultValue={machine?.tags.join(', ')} />
      <ContainerFields machine={machine} seen={seen} />
      <Group grow align="flex-start" className="wrap-narrow">
        <TextInput
          name="default_container"
          label={text.defaultContainer}
          defaultValue={machine?.default_container ?? ''}
        />
        <TextInput
          name="default_cwd"
          label={text.defaultCwd}
          placeholder="/srv/app"
          defaultValue={machine?.default_cwd ?? ''}
        />
      </Group>
      <SecretSelect
        name="sudo_secret"
        label={text.sudoSecret}
        description={text.sudoSecretHint}
        chosen={machine?.sudo_secret ?? undefined}
        suggest={machine === undefined ? 'SUDO_PASSWORD' : `SUDO_${machine.slug}`}
      />
    </>
  );
}
