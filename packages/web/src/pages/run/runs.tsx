/** What the console runs: one command in sight, or several side by side. */

import { ActionIcon, Tooltip } from '@mantine/core';
import { shortText } from '@synapse/contract/visible-text';
import { useQuery } from '@tanstack/react-query';
import { executionQuery } from '../../api/executions.ts';
import { useLanguage, useText } from '../../i18n/language.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Dot } from '../../ui/state.tsx';
import { executionState } from '../executions/execution-state.ts';
import { type ConsoleState, type OpenRun, withoutRun } from './console-state.ts';
import { RunPane } from './run-pane.tsx';

/** More would leave none of them enough room. */
const BESIDE = 4;

interface Props {
  readonly state: ConsoleState;
  readonly onChange: (change: (state: ConsoleState) => ConsoleState) => void;
}

export function Runs({ state, onChange }: Props) {
  const { run: text } = useText();
  const { runs, chosen, beside } = state;
  if (runs.length === 0) return <div className="console-empty">{text.nothingRun}</div>;
  const shown = beside ? runs.slice(0, BESIDE) : runs.filter(({ id }) => id === chosen);
  return (
    <>
      <div className="runs">
        {/* biome-ignore lint/a11y/useSemanticElements: these are no fields */}
        <div role="group" aria-label={text.runs} className="run-list">
          {runs.map((run) => (
            <RunTab
              key={run.id}
              run={run}
              on={!beside && run.id === chosen}
              onOpen={() => onChange((now) => ({ ...now, chosen: run.id, beside: false }))}
              onClose={() => onChange(withoutRun(run.id))}
            />
          ))}
        </div>
        {runs.length > 1 && (
          <Tooltip label={text.beside}>
            <ActionIcon
              variant="subtle"
              color="gray"
              className="tool"
              aria-label={text.beside}
              aria-pressed={beside}
              data-on={beside ? true : undefined}
              onClick={() => onChange((now) => ({ ...now, beside: !now.beside }))}
            >
              <Icon name="columns" />
            </ActionIcon>
          </Tooltip>
        )}
      </div>
      <div className="panes" data-count={shown.length}>
        {shown.map((run) => (
          <RunPane key={run.id} run={run} />
        ))}
      </div>
    </>
  );
}

interface TabProps {
  readonly run: OpenRun;
  readonly on: boolean;
  readonly onOpen: () => void;
  readonly onClose: () => void;
}

function RunTab({ run, on, onOpen, onClose }: TabProps) {
  const { run: text } = useText();
  const { language } = useLanguage();
  const { data: result } = useQuery(executionQuery(run.id, language));
  const state = result === undefined ? 'live' : executionState({ status: result.status, exitCode: result.exit_code });
  const name = shortText(run.order.command);
  return (
    <span className="run-tab" data-on={on ? true : undefined}>
      <button type="button" aria-pressed={on} onClick={onOpen}>
        <Dot state={state} />
        <span className="one-line">{name}</span>
      </button>
      <ActionIcon variant="subtle" color="gray" size="xs" aria-label={text.closeRun(name)} onClick={onClose}>
        <Icon name="close" size={12} />
      </ActionIcon>
    </span>
  );
}
