/** The fields that every machine has: label, tags, containers, directory. */
import { Group, TextInput } from '@mantine/core';
import type { Machine } from '../../api/machines.ts';
import { useText } from '../../i18n/language.tsx';

export function MachineFields({ machine }: { readonly machine?: Machine }) {
  const { machines: text } = useText();
  return (
    <>
      <TextInput name="label" label={text.label} defaultValue={machine?.label} maxLength={100} />
      <TextInput name="tags" label={text.tags} description={text.tagsHint} defaultValue={machine?.tags.join(', ')} />
      <TextInput
        name="containers"
        label={text.containersLabel}
        description={text.containersHint}
        defaultValue={machine?.containers.join(', ')}
      />
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
    </>
  );
}
