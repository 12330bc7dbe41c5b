/** One alias: its command is edited in place and can be undone; its code can be renamed without losing its count. */
import { Checkbox, Table, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { visibleText } from '@synapse/contract/visible-text';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type Alias, aliasesQuery, carriesOf, deleteAlias, putAlias, renameAlias } from '../../api/aliases.ts';
import { useText } from '../../i18n/language.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { InlineEdit } from '../../ui/inline-edit.tsx';
import { MoreItem, MoreMenu } from '../../ui/more-menu.tsx';
import { notifyAction, notifyDone } from '../../ui/notify.tsx';
import { ShortTime } from '../../ui/relative-time.tsx';
import { Cell } from '../../ui/sheet.tsx';
import { useAmounts } from '../../ui/use-amounts.ts';
import { useMay } from '../../ui/use-crew.ts';

interface Props {
  readonly alias: Alias;
  readonly marked: boolean;
  /** Missing where this person may not delete aliases. */
  readonly onMark: ((on: boolean) => void) | undefined;
}

export function AliasRow({ alias, marked, onMark }: Props) {
  const all = useText();
  const { number } = useAmounts();
  const { aliases: text, ui } = all;
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [removing, { open, close }] = useDisclosure(false);
  const mayWrite = useMay('write-aliases');
  const carries = carriesOf(alias);
  const carried = Object.values(carries).filter((value) => value !== undefined);
  const refresh = () => queries.invalidateQueries(aliasesQuery);
  const changing = useMutation({
    mutationFn: (command: string) => putAlias(alias.code, command, carries),
    onSuccess: async () => {
      await refresh();
      const undo = () => putAlias(alias.code, alias.command, carries).then(refresh);
      notifyAction(text.changed(alias.code), ui.undo, () => void undo());
    },
  });
  const renaming = useMutation({
    mutationFn: (code: string) => renameAlias(alias.code, code),
    onSuccess: async ({ code }) => {
      await refresh();
      notifyAction(text.renamed(alias.code, code), ui.undo, () => void renameAlias(code, alias.code).then(refresh));
    },
  });
  const remove = async (): Promise<void> => {
    await deleteAlias(alias.code);
    await refresh();
    notifyDone(text.deleted(alias.code));
  };
  return (
    <Table.Tr
      data-alias={alias.code}
      className="alias-row"
      data-row
      tabIndex={-1}
      onKeyDown={({ key, target, currentTarget }) => {
        if (key === 'Enter' && target === currentTarget)
          currentTarget.querySelectorAll<HTMLElement>('input:not([data-mark])')[1]?.focus();
      }}
    >
      <Cell>
        <div className="alias-code">
          {onMark !== undefined && (
            <Checkbox
              size="xs"
              aria-label={text.mark(alias.code)}
              checked={marked}
              data-mark
              onChange={(event) => onMark(event.currentTarget.checked)}
            />
          )}
          <InlineEdit
            value={alias.code}
            label={text.renameOf(alias.code)}
            error={renaming.error}
            readOnly={!mayWrite}
            onSave={(code) => renaming.mutate(code)}
            maxLength={3}
          />
        </div>
      </Cell>
      <Cell>
        <InlineEdit
          value={alias.command}
          label={text.editOf(alias.code)}
          error={changing.error}
          readOnly={!mayWrite}
          onSave={(command) => changing.mutate(command)}
          maxLength={8192}
        />
        {carried.length > 0 && (
          <Text size="xs" c="dimmed">
            {carried.map((value) => (typeof value === 'number' ? `${value} s` : visibleText(value))).join(' · ')}
          </Text>
        )}
      </Cell>
      <Cell label={text.hits} number>
        {number(alias.hit_count)}
      </Cell>
      <Cell label={text.lastUsed} number>
        <Text size="sm" span c={alias.last_used_at === null ? 'dimmed' : undefined}>
          {alias.last_used_at === null ? text.never : <ShortTime at={alias.last_used_at} />}
        </Text>
      </Cell>
      <Cell>
        <MoreMenu label={ui.actionsOf(alias.code)}>
          <MoreItem
            icon="executions"
            label={text.uses}
            onClick={() => void navigate({ to: '/executions', search: { alias: alias.code } })}
          />
          <MoreItem needs="write-aliases" icon="trash" label={text.deleteOf(alias.code)} danger onClick={open} />
        </MoreMenu>
        <ConfirmDialog
          opened={removing}
          onClose={close}
          question={text.deleteQuestion(alias.code)}
          consequence={text.deleteConsequence(alias.hit_count)}
          confirm={text.delete}
          onConfirm={remove}
        />
      </Cell>
    </Table.Tr>
  );
}
