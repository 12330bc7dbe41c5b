/** The aliases, one line each. Those that are marked are deleted together. */
import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type Alias, aliasesQuery, deleteAlias } from '../../api/aliases.ts';
import { useText } from '../../i18n/language.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Icon } from '../../ui/icon.tsx';
import { MarkedBar } from '../../ui/marked-bar.tsx';
import { notifyDone } from '../../ui/notify.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { useMay } from '../../ui/use-crew.ts';
import { AliasRow } from './alias-row.tsx';

export function AliasTable({ aliases }: { readonly aliases: readonly Alias[] }) {
  const { aliases: text } = useText();
  const mayWrite = useMay('write-aliases');
  const [marked, setMarked] = useState<ReadonlySet<string>>(new Set());
  // What is not there any more is not deleted.
  const chosen = aliases.filter(({ code }) => marked.has(code));
  const mark = (code: string, on: boolean): void => {
    const others = [...marked].filter((each) => each !== code);
    setMarked(new Set(on ? [...others, code] : others));
  };
  return (
    <Sheet
      above={chosen.length > 0 && <DeleteMarked aliases={chosen} onDone={() => setMarked(new Set())} />}
      columns={[
        { label: text.code, width: '130px' },
        { label: text.command, width: '50%' },
        { label: text.hits, number: true },
        { label: text.lastUsed, number: true },
        { label: text.actions, width: '56px', silent: true },
      ]}
    >
      {aliases.map((alias) => (
        <AliasRow
          key={alias.code}
          alias={alias}
          marked={marked.has(alias.code)}
          onMark={mayWrite ? (on) => mark(alias.code, on) : undefined}
        />
      ))}
    </Sheet>
  );
}

interface DeleteProps {
  readonly aliases: readonly Alias[];
  readonly onDone: () => void;
}

function DeleteMarked({ aliases, onDone }: DeleteProps) {
  const { aliases: text } = useText();
  const queries = useQueryClient();
  const [asking, { open, close }] = useDisclosure(false);
  const hits = aliases.reduce((sum, { hit_count }) => sum + hit_count, 0);
  const remove = async (): Promise<void> => {
    try {
      // One after the other: the first that is refused stops the rest, and the list shows how far it came.
      for (const { code } of aliases) await deleteAlias(code);
    } finally {
      await queries.invalidateQueries(aliasesQuery);
    }
    notifyDone(text.deletedSome(aliases.length));
    onDone();
  };
  return (
    <MarkedBar label={text.marked(aliases.length)} onDone={onDone}>
      <Button size="xs" variant="default" onClick={open} leftSection={<Icon name="trash" size={14} />}>
        {text.delete}
      </Button>
      <ConfirmDialog
        opened={asking}
        onClose={close}
        question={text.deleteSomeQuestion(aliases.length)}
        consequence={`${aliases.map(({ code }) => code).join(', ')}. ${text.deleteSomeConsequence(hits)}`}
        confirm={text.delete}
        onConfirm={remove}
      />
    </MarkedBar>
  );
}
