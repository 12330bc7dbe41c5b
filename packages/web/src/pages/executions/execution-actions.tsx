/** What can be done with a command that was given: again, copied, linked to, stopped. */
import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type AuditEntry, cancelExecution } from '../../api/executions.ts';
import { useText } from '../../i18n/language.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { changeConsole, withDraft } from '../run/console-state.ts';

interface Props {
  readonly entry: AuditEntry;
  /** It runs, or waits for an answer. */
  readonly open: boolean;
}

export function ExecutionActions({ entry, open }: Props) {
  const { executions: text } = useText();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { execution_id: id, machine, command_template: command, container, cwd } = entry;
  const again = (): void => {
    changeConsole(queries, withDraft({ machine, command, container: container ?? '', cwd: cwd ?? '' }));
    void navigate({ to: '/run' });
  };
  const stopping = useMutation({
    mutationFn: () => cancelExecution(id),
    onSettled: () => queries.invalidateQueries({ queryKey: ['execution', id] }),
  });
  return (
    <>
      {open && (
        <Button
          variant="default"
          className="stop"
          loading={stopping.isPending}
          leftSection={<Icon name="stop" size={13} />}
          onClick={() => stopping.mutate()}
        >
          {text.cancel}
        </Button>
      )}
      <Button variant="default" leftSection={<Icon name="repeat" size={14} />} onClick={again}>
        {text.runAgain}
      </Button>
      <CopyButton value={command} label={text.copyCommand} />
      <CopyButton value={() => `${location.origin}/executions/${id}`} label={text.copyLink} icon="link" />
    </>
  );
}
