/** What most machines never need: out of the way until it is asked for. */
import { SimpleGrid, Switch, TextInput, UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import { useText } from '../../i18n/language.tsx';
import { Icon } from '../../ui/icon.tsx';
import { HostFields } from './connection-fields.tsx';
import { MachineFields } from './machine-fields.tsx';
import type { Kind } from './machine-wish.ts';
import { SecretSelect } from './secret-select.tsx';
import type { TypedAddress } from './ssh-address.ts';

interface Props {
  readonly kind: Kind;
  readonly address: TypedAddress | null;
  readonly seen: readonly string[];
}

export function MoreFields({ kind, address, seen }: Props) {
  const { machines: text } = useText();
  // What was found, and what an ssh command names, is not hidden.
  const needed = seen.length > 0 || address?.jump !== undefined;
  const [asked, { toggle }] = useDisclosure(false);
  const opened = asked || needed;
  return (
    <div>
      <UnstyledButton className="more-fields" aria-expanded={opened} onClick={toggle} disabled={needed}>
        <Icon name="open" size={13} /> {text.more}
      </UnstyledButton>
      {/* Hidden and not left out: what is in it is sent. */}
      <div hidden={!opened}>
        <div className="more-body">
          {kind === 'ssh' && <SshMore address={address} />}
          <MachineFields seen={seen} />
        </div>
      </div>
    </div>
  );
}

function SshMore({ address }: Pick<Props, 'address'>) {
  const { machines: text } = useText();
  const [wanted, setWanted] = useState(false);
  const jump = address?.jump;
  const about = `SSH_${address?.host ?? ''}`;
  return (
    <>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
        <SecretSelect
          name="passphrase_secret"
          label={text.passphraseSecret}
          chosen={undefined}
          suggest={`${about}_PASSPHRASE`}
        />
        <SecretSelect
          name="certificate_secret"
          label={text.certificateSecret}
          chosen={undefined}
          suggest={`${about}_CERTIFICATE`}
          lines
        />
      </SimpleGrid>
      <TextInput
        name="host_key"
        label={text.hostKey}
        description={text.hostKeyHint}
        placeholder="ssh-ed25519 AAAA…"
        classNames={{ input: 'mono' }}
        spellCheck={false}
      />
      <Switch
        label={text.jump}
        checked={wanted || jump !== undefined}
        disabled={jump !== undefined}
        onChange={(event) => setWanted(event.currentTarget.checked)}
      />
      {(wanted || jump !== undefined) && (
        <HostFields
          key={jump === undefined ? '' : `${jump.user}@${jump.host}:${jump.port}`}
          legend={text.jumpHost}
          prefix="jump_"
          ssh={undefined}
          typed={jump}
          known={[]}
        />
      )}
    </>
  );
}
