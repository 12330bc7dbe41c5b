/** What is known about one thing: a name and a value on each line. What there is nothing to say of has no line. */
import { DataList } from '@mantine/core';
import type { ReactNode } from 'react';

export function Facts({ labelWidth, children }: { readonly labelWidth: string; readonly children: ReactNode }) {
  return (
    <DataList labelWidth={labelWidth} className="facts-list">
      {children}
    </DataList>
  );
}

export function Fact({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  if (children === null || children === undefined) return null;
  return (
    <DataList.Item>
      <DataList.ItemLabel>{label}</DataList.ItemLabel>
      <DataList.ItemValue className="break">{children}</DataList.ItemValue>
    </DataList.Item>
  );
}
