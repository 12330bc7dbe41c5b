/** How to reach a machine, by kind. Credentials are names of secrets, never values. */
import { Fieldset, Group, NativeSelect, NumberInput, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { secretsQuery } from '../../api/secrets.ts';
import { useText } from '../../i18n/language.tsx';
import { LinkAnchor } from '../../ui/links.tsx';
import type { Kind } from './machine-wish.ts';

interface Props {
  readonly kind: Kind;
  /** False where an empty form leaves the connection as it is. */
  readonly required: boolean;
}

export function ConnectionFields({ kind, required }: Props) {
  const { machines: text } = useText();
  if (kind === 'ssh') return <SshFields required={required} />;
  if (kind === 'docker') {
    return (
      <TextInput
        name="socket"
        label={text.socket}
        defaultValue={required ? '/var/run/docker.sock' : ''}
        required={required}
        description={required ? undefined : text.keepConnection}
      />
    );
  }
  return <Text size="sm">{kind === 'local' ? text.localWhy : text.agentWhy}</Text>;
}

function SshFields({ required }: { readonly required: boolean }) {
  const { machines: text } = useText();
  const { data: secrets = [] } = useQuery(secretsQuery);
  const names = [{ value: '', label: text.noSecret }, ...secrets.map(({ name }) => ({ value: name, label: name }))];
  return (
    <Fieldset legend={text.connection}>
      {!required && (
        <Text size="sm" c="dimmed" mb="xs">
          {text.keepConnection}
        </Text>
      )}
      <Group grow align="flex-start">
        <TextInput name="host" label={text.host} placeholder="web-1.example.org" required={required} />
        <NumberInput name="port" label={text.port} defaultValue={22} min={1} max={65535} hideControls />
      </Group>
      <TextInput name="user" label={text.user} required={required} mt="xs" />
      <Group grow mt="xs" align="flex-start">
        <NativeSelect name="key_secret" label={text.keySecret} data={names} />
        <NativeSelect name="password_secret" label={text.passwordSecret} data={names} />
      </Group>
      <Text size="sm" c="dimmed" mt="xs">
        {text.secretsFirst} <LinkAnchor to="/secrets">{text.toSecrets}</LinkAnchor>
      </Text>
      <TextInput name="host_key" label={text.hostKey} description={text.hostKeyHint} mt="xs" />
    </Fieldset>
  );
}
