/** What is known about a machine: where it is, when it was seen, what may run there. */
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { localIsolationQuery } from '../../api/connections.ts';
import type { Machine } from '../../api/machines.ts';
import { useText } from '../../i18n/language.tsx';
import { Fact, Facts } from '../../ui/facts.tsx';
import { FullTime } from '../../ui/relative-time.tsx';
import { LookFact } from './look-fact.tsx';
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
    <>
      <Facts labelWidth="112px">
        <Fact label={text.address}>
          {address === null ? null : (
            <>
              <code>{address}</code>
              {machine.connection !== null && 'jump' in machine.connection && machine.connection.jump !== undefined && (
                <Text span size="sm" c="dimmed">
                  {' '}
                  {text.through(machine.connection.jump.host)}
                </Text>
              )}
            </>
          )}
        </Fact>
        {pinned !== undefined && <Fact label={text.pinned}>{pinned.fingerprint ?? pinned.key}</Fact>}
        {agent !== undefined && agent.version !== null && (
          <Fact label={text.kinds.agent}>
            {[agent.hostname, agent.platform, agent.version].filter((fact) => fact !== null).join(' · ')}
          </Fact>
        )}
        <Fact label={text.lastSeen}>{last_seen_at === null ? text.neverShort : <FullTime at={last_seen_at} />}</Fact>
        {look !== undefined && <LookFact look={look} />}
        {containers.length > 0 && (
          <Fact label={text.containers}>
            {containers.map((name) => (name === default_container ? text.isDefault(name) : name)).join(', ')}
          </Fact>
        )}
        <Fact label={text.cwd}>{default_cwd === null ? null : <code>{default_cwd}</code>}</Fact>
      </Facts>
      {machine.kind === 'local' && <OpenToCommands />}
    </>
  );
}
