/** The chosen machine: its health, what is known about it, and the way to its console and files. */
import { Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { healthQuery, type Machine } from '../../api/machines.ts';
import { useText } from '../../i18n/language.tsx';
import { Allowed } from '../../ui/allowed.tsx';
import { Icon } from '../../ui/icon.tsx';
import { LinkButton } from '../../ui/links.tsx';
import { useNow } from '../../ui/relative-time.tsx';
import { SidePanel } from '../../ui/side-panel.tsx';
import { State } from '../../ui/state.tsx';
import { ConfirmMachine } from './confirm-machine.tsx';
import { HealthLine } from './health-line.tsx';
import { MachineFacts } from './machine-facts.tsx';
import { MachineMenu } from './machine-menu.tsx';
import { PRESENCE_STATES, presenceOf, useFrozen } from './machine-presence.ts';
import { MachineTags } from './machine-tags.tsx';
import { RenewAgent } from './renew-agent.tsx';
import { TryConnection } from './try-connection.tsx';

interface Props {
  readonly machine: Machine;
  /** The list is still there. Otherwise the panel is in its place, and takes the focus. */
  readonly beside: boolean;
  readonly onClose: () => void;
}

export function MachinePanel({ machine, beside, onClose }: Props) {
  const { machines: text, files } = useText();
  const { slug, label, kind, statut, tags } = machine;
  const health = useQuery(healthQuery).data?.get(slug);
  const frozen = useFrozen()(slug);
  const presence = presenceOf(machine, health, useNow(10_000));
  return (
    <SidePanel
      label={slug}
      head={
        <>
          <State state={PRESENCE_STATES[presence]}>{text.presences[presence]}</State>
          {frozen && <State state="frozen">{text.frozen}</State>}
          {statut !== 'active' && <State state="wait">{text.statuts[statut]}</State>}
          {!machine.confirmed && <State state="wait">{text.unconfirmed}</State>}
        </>
      }
      menu={<MachineMenu machine={machine} />}
      beside={beside}
      onClose={onClose}
    >
      <div>
        <Title order={2} className="panel-title">
          {slug}
        </Title>
        <Text size="sm" c="dimmed" className="break">
          {label === slug ? text.kinds[kind] : `${label} · ${text.kinds[kind]}`}
        </Text>
        <MachineTags tags={tags} />
      </div>
      {!machine.confirmed && (
        <Allowed needs="write-machines">
          <ConfirmMachine machine={machine} />
        </Allowed>
      )}
      <div className="panel-actions">
        <LinkButton to="/run" search={{ machine: slug }} variant="default" leftSection={<Icon name="run" size={14} />}>
          {text.openConsole}
        </LinkButton>
        <Allowed needs="run">
          <LinkButton
            to="/machines/$slug/files"
            params={{ slug }}
            variant="default"
            leftSection={<Icon name="project" size={14} />}
          >
            {files.open}
          </LinkButton>
        </Allowed>
        <Allowed needs="write-machines">
          <TryConnection machine={machine} health={health} />
          {kind === 'agent' && !machine.connected && <RenewAgent machine={machine} />}
        </Allowed>
      </div>
      {/* Of an agent that never came there is nothing to tell. */}
      {health !== undefined && presence !== 'unknown' && <HealthLine health={health} />}
      <MachineFacts machine={machine} />
    </SidePanel>
  );
}
