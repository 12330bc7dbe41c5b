/** What the keys do, on demand. */
import { Kbd, Table } from '@mantine/core';
import { useText } from '../i18n/language.tsx';
import { Dialog } from '../ui/dialog.tsx';

export function ShortcutsDialog({ onClose }: { readonly onClose: () => void }) {
  const { shell } = useText();
  return (
    <Dialog opened onClose={onClose} title={shell.shortcuts.title}>
      <Table withRowBorders={false} verticalSpacing={5}>
        <Table.Tbody>
          {shell.shortcuts.keys.map(([keys, what]) => (
            <Table.Tr key={keys}>
              <Table.Td w={130}>
                {keys.split(' ').map((key) => (
                  <Kbd key={key} mr={4}>
                    {key}
                  </Kbd>
                ))}
              </Table.Td>
              <Table.Td>{what}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Dialog>
  );
}
