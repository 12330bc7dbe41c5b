/** One SSH host: its address, the user, the credentials, and the key it must show. */
import { Alert, Checkbox, Group, NumberInput, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useText } from '../../i18n/language.tsx';
import { Icon } from '../../ui/icon.tsx';
import { CredentialFields } from './credential-fields.tsx';
import type { Hop } from './machine-wish.ts';
import type { SshAddress } from './ssh-address.ts';

interface Props {
  /** One `jump_` for each host that lies behind it. */
  readonly prefix: string;
  /** As it is now. Undefined for a new one. */
  readonly hop: Hop | undefined;
  /** What was typed elsewhere already, of a new one. */
  readonly typed?: SshAddress | undefined;
  /** The key that is expected at that address now. */
  readonly hostKey: string | undefined;
}

export function HopFields({ prefix, hop, typed, hostKey }: Props) {
  const { machines: text } = useText();
  const [host, setHost] = useState(hop?.host ?? typed?.host ?? '');
  const [port, setPort] = useState<string | number>(hop?.port ?? typed?.port ?? 22);
  const [trusting, setTrusting] = useState(false);
  const [key, setKey] = useState(hop?.key_secret);
  const [byAgent, setByAgent] = useState(hop?.agent === true);
  const moved = hop !== undefined && (host !== hop.host || Number(port) !== hop.port);
  return (
    <>
      <Group grow align="flex-start" className="wrap-narrow">
        <TextInput
          name={`${prefix}host`}
          label={text.host}
          placeholder="web-1.example.org"
          value={host}
          onChange={(event) => setHost(event.currentTarget.value)}
          required
        />
        <NumberInput
          name={`${prefix}port`}
          label={text.port}
          value={port}
          onChange={setPort}
          min={1}
          max={65535}
          allowDecimal={false}
          thousandSeparator=""
          hideControls
        />
        <TextInput name={`${prefix}user`} label={text.user} defaultValue={hop?.user ?? typed?.user} required />
      </Group>
      <Checkbox
        mt="sm"
        name={`${prefix}agent`}
        label={text.byAgent}
        description={text.byAgentHint}
        checked={byAgent}
        onChange={(event) => setByAgent(event.currentTarget.checked)}
      />
      {!byAgent && <CredentialFields prefix={prefix} hop={hop} host={host} chosenKey={key} onKey={setKey} />}
      {moved && (
        <Alert color="orange" mt="sm" icon={<Icon name="warning" />} title={text.newAddress}>
          {text.newAddressWhy}
        </Alert>
      )}
      <TextInput
        // The key of the old address says nothing about the new one.
        key={moved ? 'moved' : 'same'}
        name={`${prefix}host_key`}
        label={text.hostKey}
        description={moved ? text.newHostKeyHint : text.hostKeyHint}
        placeholder="ssh-ed25519 AAAA…"
        defaultValue={moved ? '' : (hostKey ?? '')}
        required={moved && !trusting}
        disabled={moved && trusting}
        classNames={{ input: 'mono' }}
        spellCheck={false}
        mt="xs"
      />
      {moved && (
        <Checkbox
          mt="xs"
          label={text.trustFirst}
          checked={trusting}
          onChange={(event) => setTrusting(event.currentTarget.checked)}
        />
      )}
    </>
  );
}
