/** What is known about a machine: where it is, when it was seen, what may run there. */
import { Code, Stack, Text, Tooltip } from '@mantine/core';
import { BEST_SANDBOXES } from '@synapse/contract/sandboxes';
import { useQuery } from '@tanstack/react-query';
import { localIsolationQuery } from '../../api/connections.ts';
import type { Machine } from '../../api/machines.ts';
import { useText } from '../../i18n/language.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { addressOf } from './machine-address.ts';

/** In one sentence, what a command there could read. Nothing is said where it can read nothing of the service. */
function OpenToCommands() {
  const { machines: text } = useText();
  const { data: state } = useQuery(localIsolationQuery);
  if (state !== 'off' && state !== 'none') return null;
  return (
    <Text size="sm" c="orange" className="break">
      {state === 'off' ? text.isolationOff : text.isolationNone}
    </Text>
  );
}

export function MachineFacts({ machine }: { readonly machine: Machine }) {
  const { machines: text } = useText();
  const { containers, default_container, default_cwd, last_seen_at, agent, host_keys, look } = machine;
  const address = machine.connection === null ? null : addressOf(machine);
  const [pinned] = host_keys;
  return (
    <Stack gap={6}>
      {address !== null && (
        <Text size="sm" className="break">
          <Code>{address}</Code>
          {machine.connection !== null && 'jump' in machine.connection && machine.connection.jump !== undefined && (
            <Text span size="sm" c="dimmed">
              {' '}
              {text.through(machine.connection.jump.host)}
            </Text>
          )}
        </Text>
      )}
      {pinned !== undefined && (
        <Tooltip label={pinned.fingerprint ?? pinned.key} multiline maw={360}>
          <Text size="xs" c="dimmed" className="one-line" tabIndex={0}>
            {text.pinned} {pinned.fingerprint ?? pinned.key}
          </Text>
        </Tooltip>
      )}
      {agent !== undefined && agent.version !== null && (
        <Text size="sm" className="break">
          {text.agentFacts([agent.hostname, agent.platform, agent.version].filter((fact) => fact !== null).join(' · '))}
        </Text>
      )}
      {machine.kind === 'local' && <OpenToCommands />}
      <Text size="sm">
        {last_seen_at === null ? (
          text.never
        ) : (
          <>
            {text.lastSeen} <RelativeTime at={last_seen_at} />
          </>
        )}
      </Text>
      {look !== undefined && (
        <Text size="sm" className="break">
          {look === null ? text.lookNone : BEST_SANDBOXES.includes(look) ? text.look(look) : text.lookBetter(look)}
        </Text>
      )}
      {containers.length > 0 && (
        <Text size="sm" className="break">
          {text.containers}{' '}
          {containers.map((name) => (name === default_container ? text.isDefault(name) : name)).join(', ')}
        </Text>
      )}
      {default_cwd !== null && (
        <Text size="sm" className="break">
          {text.cwd} <Code>{default_cwd}</Code>
        </Text>
      )}
    </Stack>
  );
}
