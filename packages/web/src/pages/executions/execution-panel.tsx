/** The chosen execution beside the list: its command, how it went, what it printed. */
import { ActionIcon, Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type AuditEntry, entryQuery, executionQuery } from '../../api/executions.ts';
import { useLanguage } from '../../i18n/language.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { LinkButton } from '../../ui/links.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { CommandText } from '../approvals/command-text.tsx';
import { changeConsole, withDraft } from '../run/console-state.ts';
import { EntryFacts } from './entry-facts.tsx';
import { ExecutionOutput } from './execution-output.tsx';
import { RefusalNotice } from './refusal-notice.tsx';
import { StatusBadge } from './status-badge.tsx';
import { WaitingNotice } from './waiting-notice.tsx';

interface Props {
  readonly id: string;
  readonly onClose: () => void;
}

export function ExecutionPanel({ id, onClose }: Props) {
  const {
    language,
    text: { executions: text, ui },
  } = useLanguage();
  const entry = useQuery(entryQuery(id));
  const { data: result } = useQuery(executionQuery(id, language));
  return (
    <aside className="panel" aria-label={text.panel}>
      <Loaded query={entry}>
        {(found) => (
          <>
            <div className="panel-head">
              <StatusBadge
                status={result?.status ?? found.status}
                exitCode={result === undefined ? found.exit_code : result.exit_code}
                refusal={found.refusal}
              />
              <ActionIcon variant="subtle" color="gray" aria-label={ui.close} onClick={onClose}>
                <Icon name="close" />
              </ActionIcon>
            </div>
            <CommandText template={found.command_template} />
            <PanelActions entry={found} />
            <RefusalNotice result={result} />
            <WaitingNotice result={result} />
            <EntryFacts entry={found} brief />
            {found.status !== 'refused' && <ExecutionOutput key={id} id={id} result={result} first="compacted" />}
          </>
        )}
      </Loaded>
    </aside>
  );
}

function PanelActions({ entry }: { readonly entry: AuditEntry }) {
  const {
    text: { executions: text },
  } = useLanguage();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { machine, command_template: command, container, cwd } = entry;
  const again = (): void => {
    changeConsole(queries, withDraft({ machine, command, container: container ?? '', cwd: cwd ?? '' }));
    void navigate({ to: '/run' });
  };
  return (
    <div className="panel-actions">
      <Button variant="default" leftSection={<Icon name="repeat" size={14} />} onClick={again}>
        {text.runAgain}
      </Button>
      <CopyButton value={command} label={text.copyCommand} />
      <LinkButton
        to="/executions/$id"
        params={{ id: entry.execution_id }}
        variant="default"
        leftSection={<Icon name="external" size={14} />}
      >
        {text.open}
      </LinkButton>
    </div>
  );
}
