/** A table: rows and columns if there is room, otherwise one card per row. */
import { Table } from '@mantine/core';
import type { ReactNode } from 'react';

export interface Column {
  readonly label: string;
  /** Figures are aligned under each other. */
  readonly number?: boolean;
  readonly width?: string;
  /** The name is for assistive technology: what is in the column speaks for itself. */
  readonly silent?: boolean;
}

interface Props {
  readonly columns: readonly Column[];
  /** Inside a section it needs no frame of its own. */
  readonly plain?: boolean;
  /** Between the frame and the columns. */
  readonly above?: ReactNode;
  readonly children: ReactNode;
}

export function Sheet({ columns, plain = false, above, children }: Props) {
  return (
    <div className={plain ? undefined : 'sheet-frame'}>
      {above}
      <Table verticalSpacing="sm" horizontalSpacing={plain ? 'xs' : 'sm'} className="sheet">
        <Table.Thead>
          <Table.Tr>
            {columns.map(({ label, number, width, silent }) => (
              <Table.Th key={label} w={width} className={number === true ? 'number' : undefined}>
                {silent === true ? <span className="visually-hidden">{label}</span> : label}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>{children}</Table.Tbody>
      </Table>
    </div>
  );
}

interface CellProps {
  /** The column's name, shown beside the value on a card; the first cell of a row needs none. */
  readonly label?: string;
  readonly number?: boolean;
  readonly children: ReactNode;
}

export function Cell({ label, number = false, children }: CellProps) {
  return (
    <Table.Td data-label={label} className={number ? 'number' : undefined}>
      {children}
    </Table.Td>
  );
}
