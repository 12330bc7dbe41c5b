/** A page outside of the shell: one card, with the menu of the view below. */
import { Center, Paper } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import { ViewMenu } from './view-menu.tsx';

interface Props {
  readonly title: string;
  readonly width: number;
  readonly children: ReactNode;
}

export function CardPage({ title, width, children }: Props) {
  useEffect(() => {
    document.title = `${title} · Synapse`;
  }, [title]);
  return (
    <Center mih="100vh" p="md" component="main" className="card-page">
      <Paper withBorder p="xl" w="100%" maw={width}>
        {children}
        <Center mt="sm">
          <ViewMenu withSettings={false} />
        </Center>
      </Paper>
    </Center>
  );
}
