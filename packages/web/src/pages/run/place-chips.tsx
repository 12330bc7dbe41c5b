/** Where and how a command runs, as chips: machine, directory, container, time limit, only looking. */
import '../../app/chips.css';
import { Tooltip } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Machine } from '../../api/machines.ts';
import { useText } from '../../i18n/language.tsx';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { machineName } from '../../ui/machine-name.ts';
import type { Draft } from './console-state.ts';

interface Props {
  readonly machines: readonly Machine[];
  readonly machine: Machine;
  readonly draft: Draft;
  /** This person may only look: nothing else is offered. */
  readonly looksOnly: boolean;
  readonly onChange: (draft: Partial<Draft>) => void;
}

/** As the service has them: of a command that is waited for, and of a job. */
const SECONDS = { usual: 30, most: 300 };
const JOB_SECONDS = { usual: 86_400, most: 604_800 };

const secondsOf = (detach: boolean) => (detach ? JOB_SECONDS : SECONDS);

export function PlaceChips({ machines, machine, draft, looksOnly, onChange }: Props) {
  const { run: text } = useText();
  return (
    <div className="chips">
      <Chip icon="machine" label={text.machine}>
        <select value={machine.slug} onChange={(event) => onChange({ machine: event.currentTarget.value })}>
          {machines.map((each) => (
            <option key={each.slug} value={each.slug}>
              {machineName(each)}
            </option>
          ))}
        </select>
        <Icon name="open" size={13} />
      </Chip>
      <Chip icon="project" label={text.cwd}>
        <input
          name="cwd"
          value={draft.cwd}
          placeholder={machine.default_cwd ?? text.cwdHint}
          size={Math.min(40, Math.max(14, draft.cwd.length))}
          spellCheck={false}
          autoCapitalize="off"
          onChange={(event) => onChange({ cwd: event.currentTarget.value })}
        />
      </Chip>
      {machine.containers.length > 0 && (
        <Chip icon="container" label={text.container}>
          <select
            value={machine.containers.includes(draft.container) ? draft.container : ''}
            onChange={(event) => onChange({ container: event.currentTarget.value })}
          >
            <option value="">{machine.default_container ?? text.defaultContainer}</option>
            {machine.containers
              .filter((name) => name !== machine.default_container)
              .map((name) => (
                <option key={name}>{name}</option>
              ))}
          </select>
          <Icon name="open" size={13} />
        </Chip>
      )}
      <Chip icon="timer" label={text.timeout}>
        <input
          type="number"
          value={draft.timeout}
          min={1}
          max={secondsOf(draft.detach).most}
          required
          onChange={(event) => onChange({ timeout: event.currentTarget.valueAsNumber || 1 })}
        />
        <span aria-hidden>s</span>
      </Chip>
      <Tooltip label={text.lookWhy}>
        <button
          type="button"
          className="chip"
          role="switch"
          aria-checked={looksOnly || draft.look}
          disabled={looksOnly}
          onClick={() => onChange(draft.look ? { look: false } : { look: true, ...asJob(false, draft) })}
        >
          <Icon name="eye" size={14} />
          {text.look}
        </button>
      </Tooltip>
      {!looksOnly && (
        <Tooltip label={text.detachWhy}>
          <button
            type="button"
            className="chip"
            role="switch"
            aria-checked={draft.detach}
            onClick={() => onChange(asJob(!draft.detach, draft))}
          >
            <Icon name="repeat" size={14} />
            {text.detach}
          </button>
        </Tooltip>
      )}
    </div>
  );
}

/** What may only read is never a job, and each has time limits of its own. */
function asJob(detach: boolean, draft: Draft): Partial<Draft> {
  if (detach === draft.detach) return {};
  return { detach, timeout: secondsOf(detach).usual, ...(detach ? { look: false } : {}) };
}

interface ChipProps {
  readonly icon: IconName;
  readonly label: string;
  readonly children: ReactNode;
}

function Chip({ icon, label, children }: ChipProps) {
  return (
    <Tooltip label={label}>
      {/* biome-ignore lint/a11y/noLabelWithoutControl: the control is its child */}
      <label className="chip">
        <Icon name={icon} size={14} />
        <span className="visually-hidden">{label}</span>
        {children}
      </label>
    </Tooltip>
  );
}
