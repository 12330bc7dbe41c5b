/** The name of a folder above the secrets in it. */
import { Table } from '@mantine/core';
import { Icon } from '../../ui/icon.tsx';

export function FolderRow({ name }: { readonly name: string }) {
  return (
    <Table.Tr>
      <Table.Th colSpan={4} scope="colgroup" className="folder-name">
        <Icon name="project" size={13} /> {name}
      </Table.Th>
    </Table.Tr>
  );
}
