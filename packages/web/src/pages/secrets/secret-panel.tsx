/** The chosen secret: what it is for, how long it is good, where it may be used, and what uses it. */
import { Button, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { UsedSecret } from '../../api/secrets.ts';
import { useText } from '../../i18n/language.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Fact, Facts } from '../../ui/facts.tsx';
import { Icon } from '../../ui/icon.tsx';
import { FullTime } from '../../ui/relative-time.tsx';
import { SidePanel } from '../../ui/side-panel.tsx';
import { State } from '../../ui/state.tsx';
import { useMay } from '../../ui/use-crew.ts';
import { expiryState } from './expiry-state.ts';
import { EditSecret, PutSecret } from './put-secret.tsx';
import { SecretMenu } from './secret-menu.tsx';
import { SecretUses } from './secret-uses.tsx';

interface Props {
  readonly secret: UsedSecret;
  readonly folders: readonly string[];
  /** The list is still there. Otherwise the panel is in its place, and takes the focus. */
  readonly beside: boolean;
  readonly onClose: () => void;
}

export function SecretPanel({ secret, folders, beside, onClose }: Props) {
  const { secrets: text } = useText();
  const { name, description, reminder } = secret;
  const state = expiryState(secret);
  const [editing, edit] = useDisclosure(false);
  const [replacing, replace] = useDisclosure(false);
  const mayWrite = useMay('write-secrets');
  return (
    <SidePanel
      label={name}
      head={<State state={state}>{reminder === null ? text.expiry[state] : text.reminders[reminder]}</State>}
      menu={<SecretMenu secret={secret} folders={folders} />}
      beside={beside}
      onClose={onClose}
    >
      <div>
        <Title order={2} className="panel-title mono">
          {name}
        </Title>
        {description !== null && (
          <Text size="sm" c="dimmed" className="break">
            {description}
          </Text>
        )}
      </div>
      <div className="panel-actions">
        {mayWrite && (
          <>
            <Button variant="default" leftSection={<Icon name="edit" size={14} />} onClick={edit.open}>
              {text.edit}
            </Button>
            <Button variant="default" leftSection={<Icon name="repeat" size={14} />} onClick={replace.open}>
              {text.replace}
            </Button>
          </>
        )}
        <CopyButton value={`{{${name}}}`} label={text.copyOf(`{{${name}}}`)} />
      </div>
      <SecretFacts secret={secret} />
      <section className="panel-part" aria-label={text.usedBy}>
        <Title order={3}>{text.usedBy}</Title>
        <SecretUses name={name} uses={secret.used_by} />
      </section>
      <EditSecret secret={secret} folders={folders} opened={editing} onClose={edit.close} />
      <PutSecret secret={secret} folders={folders} opened={replacing} onClose={replace.close} />
    </SidePanel>
  );
}

function SecretFacts({ secret }: { readonly secret: UsedSecret }) {
  const { secrets: text } = useText();
  const { folder, expires_at, rotate_days, value_at, updated_at, last_used_at, made_by } = secret;
  const { machines, programs, removed_machines } = secret;
  return (
    <Facts labelWidth="112px">
      <Fact label={text.folder}>{folder}</Fact>
      <Fact label={text.expires}>{expires_at === null ? null : <FullTime at={expires_at} />}</Fact>
      <Fact label={text.rotateFact}>{rotate_days === null ? null : text.everyDays(rotate_days)}</Fact>
      <Fact label={text.valueAt}>
        <FullTime at={value_at} /> · {text.makers[made_by]}
      </Fact>
      <Fact label={text.updated}>
        <FullTime at={updated_at} />
      </Fact>
      <Fact label={text.lastUsed}>{last_used_at === null ? text.never : <FullTime at={last_used_at} />}</Fact>
      <Fact label={text.machinesBound}>{machines === null ? text.anywhere : machines.join(', ')}</Fact>
      <Fact label={text.programsBound}>{programs === null ? text.anyProgram : programs.join(', ')}</Fact>
      <Fact label={text.removed}>{removed_machines.length === 0 ? null : removed_machines.join(', ')}</Fact>
    </Facts>
  );
}
