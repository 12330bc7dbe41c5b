/** Which secret holds each key that the configuration names: chosen from the vault, or pasted into it. */
import { Fieldset } from '@mantine/core';
import { useText } from '../../../i18n/language.tsx';
import { PasteKey } from '../paste-key.tsx';
import { SecretSelect } from '../secret-select.tsx';

interface Props {
  readonly files: readonly string[];
  readonly keys: Readonly<Record<string, string>>;
  readonly onKeys: (keys: Readonly<Record<string, string>>) => void;
}

export function ImportKeys({ files, keys, onKeys }: Props) {
  const { machines: text } = useText();
  return files.map((file) => {
    const choose = (name: string): void => onKeys({ ...keys, [file]: name });
    return (
      <Fieldset key={file} legend={file === '' ? text.usualKey : file}>
        <SecretSelect
          key={keys[file]}
          name={`key of ${file}`}
          label={text.keySecret}
          description={text.importKeyHint}
          chosen={keys[file]}
          suggest={`SSH_${file.split('/').at(-1) || 'key'}`}
          lines
          onChoose={choose}
        />
        <PasteKey about={file.split('/').at(-1) || 'key'} onStored={choose} />
      </Fieldset>
    );
  });
}
