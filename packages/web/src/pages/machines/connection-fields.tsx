/** How to reach a machine, by kind. Credentials are names of secrets, never values. */
import { Fieldset, Group, SegmentedControl, Switch, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { Machine } from '../../api/machines.ts';
import { useText } from '../../i18n/language.tsx';
import { HopFields } from './hop-fields.tsx';
import { type Kind, keyOf, type SshConnection } from './machine-wish.ts';
import { SecretSelect } from './secret-select.tsx';
import type { SshAddress } from './ssh-address.ts';

interface Props {
  readonly kind: Kind;
  /** The machine as it is. Undefined for a new one. */
  readonly machine?: Machine;
}

export function ConnectionFields({ kind, machine }: Props) {
  const { machines: text } = useText();
  if (kind === 'ssh') return <SshFields machine={machine} />;
  if (kind === 'docker') return <DockerFields machine={machine} />;
  return <Text size="sm">{kind === 'local' ? text.localWhy : text.agentWhy}</Text>;
}

function SshFields({ machine }: { readonly machine: Machine | undefined }) {
  const { machines: text } = useText();
  const present = machine?.connection;
  const ssh = present != null && 'user' in present ? present : undefined;
  return <HostFields legend={text.connection} prefix="" ssh={ssh} known={machine?.host_keys ?? []} />;
}

interface HostProps {
  readonly legend: string;
  readonly prefix: string;
  readonly ssh: SshConnection | undefined;
  /** What was typed elsewhere already, of a new one. */
  readonly typed?: SshAddress | undefined;
  readonly known: Machine['host_keys'];
}

/** One host, and the one it is reached through, if there is one. */
export function HostFields({ legend, prefix, ssh, typed, known }: HostProps) {
  const { machines: text } = useText();
  const [jumping, setJumping] = useState(ssh?.jump !== undefined);
  return (
    <>
      <Fieldset legend={legend}>
        <HopFields
          prefix={prefix}
          hop={ssh}
          typed={typed}
          hostKey={ssh === undefined ? undefined : keyOf(known, ssh)}
        />
        <Switch
          mt="sm"
          label={text.jump}
          checked={jumping}
          onChange={(event) => setJumping(event.currentTarget.checked)}
        />
      </Fieldset>
      {jumping && <HostFields legend={text.jumpHost} prefix={`${prefix}jump_`} ssh={ssh?.jump} known={known} />}
    </>
  );
}

function DockerFields({ machine }: { readonly machine: Machine | undefined }) {
  const { machines: text } = useText();
  const present = machine?.connection;
  const tls = present != null && 'ca_secret' in present ? present : undefined;
  const socket = present != null && 'socket' in present ? present.socket : '/var/run/docker.sock';
  const [way, setWay] = useState<string>(tls === undefined ? 'socket' : 'tls');
  return (
    <Fieldset legend={text.connection}>
      <SegmentedControl
        aria-label={text.connection}
        value={way}
        onChange={setWay}
        data={[
          { value: 'socket', label: text.bySocket },
          { value: 'tls', label: text.byTls },
        ]}
        mb="sm"
      />
      {way === 'socket' ? (
        <TextInput name="socket" label={text.socket} defaultValue={socket} required classNames={{ input: 'mono' }} />
      ) : (
        <>
          <TextInput
            name="engine_host"
            label={text.engineHost}
            placeholder="docker.example.org:2376"
            defaultValue={tls?.host}
            required
          />
          <Group grow mt="xs" align="flex-start" className="wrap-narrow">
            <SecretSelect
              {...{ name: 'ca_secret', label: text.caSecret, chosen: tls?.ca_secret }}
              suggest="DOCKER_CA"
              lines
              required
            />
            <SecretSelect
              {...{ name: 'cert_secret', label: text.certSecret, chosen: tls?.cert_secret }}
              suggest="DOCKER_CERT"
              lines
              required
            />
            <SecretSelect
              {...{ name: 'key_secret', label: text.tlsKeySecret, chosen: tls?.key_secret }}
              suggest="DOCKER_KEY"
              lines
              required
            />
          </Group>
        </>
      )}
    </Fieldset>
  );
}
