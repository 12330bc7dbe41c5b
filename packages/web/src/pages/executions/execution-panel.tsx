/** The chosen execution beside the list: its command, how it went, what it printed. */
import { ActionIcon } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { entryQuery, executionQuery } from '../../api/executions.ts';
import { useLanguage } from '../../i18n/language.tsx';
import { Icon } from '../../ui/icon.tsx';
import { LinkButton } from '../../ui/links.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { CommandText } from '../approvals/command-text.tsx';
import { EntryFacts } from './entry-facts.tsx';
import { ExecutionActions } from './execution-actions.tsx';
import { ExecutionOutput } from './execution-output.tsx';
import { isOpen } from './execution-state.ts';
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
            <div className="panel-actions">
              <ExecutionActions entry={found} open={isOpen(result?.status ?? found.status)} />
              <LinkButton
                to="/executions/$id"
                params={{ id: found.execution_id }}
                variant="default"
                leftSection={<Icon name="external" size={14} />}
              >
                {text.open}
              </LinkButton>
            </div>
            <RefusalNotice result={result} />
            <WaitingNotice result={result} />
            <EntryFacts entry={found} brief />
            {found.status !== 'refused' && (
              <ExecutionOutput key={id} id={id} result={result} until={found.output_until} first="compacted" />
            )}
          </>
        )}
      </Loaded>
    </aside>
  );
}
