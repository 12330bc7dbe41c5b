/** Aliases with their use, and suggestions mined from real commands. */
import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { aliasesQuery, seedAliases } from '../../api/aliases.ts';
import { useText } from '../../i18n/language.tsx';
import { AddButton } from '../../ui/add-button.tsx';
import { ListPage } from '../../ui/list-page.tsx';
import { notifyDone } from '../../ui/notify.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { useAdding } from '../../ui/use-adding.ts';
import { useMay, usePlanRuns } from '../../ui/use-crew.ts';
import { AliasTable } from './alias-table.tsx';
import { NewAlias } from './new-alias.tsx';
import { Suggestions } from './suggestions.tsx';

export function AliasesPage() {
  const { aliases: text, ui } = useText();
  const queries = useQueryClient();
  const aliases = useQuery(aliasesQuery);
  const [adding, { open, close }] = useAdding();
  const seeding = useMutation({
    mutationFn: seedAliases,
    onSuccess: async ({ installed }) => {
      await queries.invalidateQueries(aliasesQuery);
      notifyDone(text.seeded(installed.length));
    },
  });
  const mayWrite = useMay('write-aliases');
  const planRuns = usePlanRuns();
  const seed = mayWrite && (
    <Button variant="default" loading={seeding.isPending} onClick={() => seeding.mutate()}>
      {text.seed}
    </Button>
  );
  const add = <AddButton needs="write-aliases" label={text.add} onClick={open} />;
  return (
    <>
      <ListPage
        title={text.title}
        description={text.why}
        actions={
          <>
            {seed}
            {add}
          </>
        }
        above={
          <>
            <ProblemNotice error={seeding.error} />
            {mayWrite && <Suggestions />}
          </>
        }
        query={aliases}
        empty={{ icon: 'alias', title: text.none, description: planRuns ? text.noneWhy : ui.needsPlan, action: seed }}
      >
        {(list) => <AliasTable aliases={list} />}
      </ListPage>
      <NewAlias opened={adding && mayWrite} onClose={close} />
    </>
  );
}
