/** Reaches a machine as the form describes it, before it is stored, and shows what was found. */
import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { checkMachine, type MachineCheck } from '../../api/machines.ts';
import { useText } from '../../i18n/language.tsx';
import { Fact, Facts } from '../../ui/facts.tsx';
import { useFormCheck } from '../../ui/form.tsx';
import { Icon } from '../../ui/icon.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { LookFact } from './look-fact.tsx';
import { type Kind, wishOf } from './machine-wish.ts';
import { ReachNotice } from './reach-notice.tsx';

interface Props {
  readonly kind: Kind;
  readonly onSeen: (seen: MachineCheck) => void;
}

export function CheckBefore({ kind, onSeen }: Props) {
  const { machines: text } = useText();
  const checkForm = useFormCheck();
  const checking = useMutation({ mutationFn: checkMachine, onSuccess: onSeen });
  const check = (): void => {
    const typed = checkForm();
    if (typed !== null) checking.mutate(wishOf(typed, kind));
  };
  return (
    <>
      <div className="form-said">
        <ReachNotice reach={checking.data} />
        {checking.data?.ok === true && <Found seen={checking.data} />}
        <ProblemNotice error={checking.error} />
      </div>
      <Button
        variant="default"
        loading={checking.isPending}
        onClick={check}
        leftSection={<Icon name="plug" size={14} />}
      >
        {text.connect}
      </Button>
    </>
  );
}

function Found({ seen: { host_keys, containers, system, look } }: { readonly seen: MachineCheck }) {
  const { machines: text } = useText();
  return (
    <Facts labelWidth="112px">
      {host_keys.map(({ address, key, fingerprint }) => (
        <Fact key={address} label={text.hostKey}>
          <span className="mono">{fingerprint ?? key}</span>
        </Fact>
      ))}
      <Fact label={text.foundOs}>{system?.os}</Fact>
      <Fact label={text.foundShell}>{system?.shell}</Fact>
      <Fact label="sudo">{system === null ? null : text.foundSudo[system.sudo]}</Fact>
      {look !== undefined && <LookFact look={look} />}
      <Fact label={text.foundContainers}>
        {containers.length === 0 ? null : containers.map(({ name }) => name).join(', ')}
      </Fact>
    </Facts>
  );
}
