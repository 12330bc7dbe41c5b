/** With what one SSH host is logged in to: secrets of the vault, by their names. */
import { SimpleGrid } from '@mantine/core';
import { useText } from '../../i18n/language.tsx';
import type { Hop } from './machine-wish.ts';
import { PasteKey } from './paste-key.tsx';
import { SecretSelect } from './secret-select.tsx';

interface Props {
  readonly prefix: string;
  readonly hop: Hop | undefined;
  /** As it is typed now. */
  readonly host: string;
  readonly chosenKey: string | undefined;
  readonly onKey: (name: string) => void;
}

export function CredentialFields({ prefix, hop, host, chosenKey, onKey }: Props) {
  const { machines: text } = useText();
  const about = `SSH_${host}`;
  return (
    <>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm" mt="xs">
        <SecretSelect
          key={chosenKey}
          name={`${prefix}key_secret`}
          label={text.keySecret}
          chosen={chosenKey}
          suggest={`${about}_KEY`}
          lines
        />
        <SecretSelect
          name={`${prefix}passphrase_secret`}
          label={text.passphraseSecret}
          chosen={hop?.passphrase_secret}
          suggest={`${about}_PASSPHRASE`}
        />
        <SecretSelect
          name={`${prefix}certificate_secret`}
          label={text.certificateSecret}
          chosen={hop?.certificate_secret}
          suggest={`${about}_CERTIFICATE`}
          lines
        />
        <SecretSelect
          name={`${prefix}password_secret`}
          label={text.passwordSecret}
          chosen={hop?.password_secret}
          suggest={`${about}_PASSWORD`}
        />
      </SimpleGrid>
      <PasteKey about={host === '' ? 'key' : host} onStored={onKey} />
    </>
  );
}
