/** Stops a command that runs, or that waits for an answer. */
import { ActionIcon, Button } from '@mantine/core';
import { shortText } from '@synapse/contract/visible-text';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { cancelExecution } from '../../api/executions.ts';
import { meQuery } from '../../api/session.ts';
import { useText } from '../../i18n/language.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useMay } from '../../ui/use-crew.ts';

interface Props {
  readonly id: string;
  /** In a list, the button is an icon that names the command. */
  readonly command?: string;
  /** In a crew, who gave it: others take a higher role to stop it. */
  readonly actor?: string | undefined;
}

export function StopButton({ id, command, actor }: Props) {
  const { executions: text } = useText();
  const { data: me } = useQuery(meQuery);
  const may = useMay(actor === undefined || actor === me?.username ? 'run' : 'cancel-others');
  const queries = useQueryClient();
  const stopping = useMutation({
    mutationFn: () => cancelExecution(id),
    onSettled: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: ['execution', id] }),
        queries.invalidateQueries({ queryKey: ['executions'] }),
      ]),
  });
  if (!may) return null;
  if (command === undefined) {
    return (
      <Button
        variant="default"
        className="stop"
        loading={stopping.isPending}
        leftSection={<Icon name="stop" size={13} />}
        onClick={() => stopping.mutate()}
      >
        {text.cancel}
      </Button>
    );
  }
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      loading={stopping.isPending}
      aria-label={`${text.cancel} ${shortText(command).slice(0, 80)}`}
      onClick={() => stopping.mutate()}
    >
      <Icon name="stop" size={13} />
    </ActionIcon>
  );
}
