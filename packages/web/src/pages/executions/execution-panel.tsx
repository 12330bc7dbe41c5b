/** The chosen execution beside the list: its command, how it went, what it printed. */
import { useQuery } from '@tanstack/react-query';
import { entryQuery, executionQuery } from '../../api/executions.ts';
import { useLanguage } from '../../i18n/language.tsx';
import { Icon } from '../../ui/icon.tsx';
import { LinkButton } from '../../ui/links.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { SidePanel } from '../../ui/side-panel.tsx';
import { CommandText } from '../approvals/command-text.tsx';
import { CommandActions } from './command-actions.tsx';
import { EntryFacts } from './entry-facts.tsx';
import { ExecutionOutput } from './execution-output.tsx';
import { isOnNoMachine } from './execution-state.ts';
import { RefusalNotice } from './refusal-notice.tsx';
import { StatusBadge } from './status-badge.tsx';
import { useCommandWords } from './use-command-words.ts';
import { WaitingNotice } from './waiting-notice.tsx';

interface Props {
  readonly id: string;
  readonly onClose: () => void;
}

export function ExecutionPanel({ id, onClose }: Props) {
  const {
    language,
    text: { executions: text },
  } = useLanguage();
  const entry = useQuery(entryQuery(id));
  const { data: result } = useQuery(executionQuery(id, language));
  const commandOf = useCommandWords();
  return (
    <SidePanel
      label={text.panel}
      head={
        entry.data !== undefined && (
          <StatusBadge
            status={result?.status ?? entry.data.status}
            exitCode={result === undefined ? entry.data.exit_code : result.exit_code}
            refusal={entry.data.refusal}
          />
        )
      }
      onClose={onClose}
    >
      <Loaded query={entry}>
        {(found) => (
          <>
            <CommandText template={commandOf(found)} />
            <div className="panel-actions">
              <CommandActions command={{ ...found, ...result }} />
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
            {found.status !== 'refused' && !isOnNoMachine(found) && (
              <ExecutionOutput key={id} id={id} result={result} until={found.output_until} first="compacted" />
            )}
          </>
        )}
      </Loaded>
    </SidePanel>
  );
}
