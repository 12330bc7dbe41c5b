/** What can be done with one item besides changing it: promote an idea, close a service, copy a pack. */
import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { closeService, type Item, type ItemList, itemsQuery, packContext, promoteIdea } from '../../api/projects.ts';
import { useText } from '../../i18n/language.tsx';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { notifyDone } from '../../ui/notify.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { useMay } from '../../ui/use-crew.ts';

interface Props {
  readonly project: string;
  readonly list: ItemList;
  readonly item: Item;
}

export function ItemActions({ project, list, item }: Props) {
  const mayWrite = useMay('write-projects');
  if (list === 'packs') return <CopyPack project={project} item={item} />;
  if (!mayWrite) return null;
  if (list === 'ideas' && item.status === 'open') return <Promote project={project} item={item} />;
  if (list === 'services' && item.status === 'running') return <CloseService project={project} item={item} />;
  return null;
}

type Own = Omit<Props, 'list'>;

function Promote({ project, item }: Own) {
  const { projects: text } = useText();
  const queries = useQueryClient();
  const promoting = useMutation({
    mutationFn: () => promoteIdea(project, item.id, item.version),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['projects', project] });
      notifyDone(text.promoted(item.title));
    },
  });
  return (
    <>
      <Button size="xs" variant="light" loading={promoting.isPending} onClick={() => promoting.mutate()}>
        {text.promote}
      </Button>
      <ProblemNotice error={promoting.error} />
    </>
  );
}

function CloseService({ project, item }: Own) {
  const { projects: text } = useText();
  const queries = useQueryClient();
  const close = async (): Promise<void> => {
    await closeService(project, item.id, text.closedHere, item.version);
    await queries.invalidateQueries(itemsQuery(project, 'services'));
    notifyDone(text.closed(item.title));
  };
  return (
    <ConfirmButton
      size="xs"
      label={text.close}
      question={text.closeQuestion(item.title)}
      consequence={text.closeConsequence}
      confirm={text.close}
      onConfirm={close}
    />
  );
}

function CopyPack({ project, item }: Own) {
  const { projects: text } = useText();
  const copying = useMutation({
    mutationFn: async () => {
      const { text: context, tokens } = await packContext(project, item.id);
      await navigator.clipboard.writeText(context);
      return tokens;
    },
    onSuccess: (tokens) => notifyDone(text.packCopied(tokens)),
  });
  return (
    <>
      <Button size="xs" variant="light" loading={copying.isPending} onClick={() => copying.mutate()}>
        {text.copyPack}
      </Button>
      <ProblemNotice error={copying.error} />
    </>
  );
}
