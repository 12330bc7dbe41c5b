/** A panel that an assistant has shown. */
import { Paper } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { panelsQuery } from '../../api/projects.ts';
import { useText } from '../../i18n/language.tsx';
import { LinkButton } from '../../ui/links.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Markdown } from '../../ui/markdown.tsx';
import { NothingYet } from '../../ui/nothing-yet.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { viewAddress } from './view-address.ts';

const route = getRouteApi('/inside/panels/$id');

export function PanelPage() {
  const { projects: text } = useText();
  const { id } = route.useParams();
  const panels = useQuery(panelsQuery);
  return (
    <Loaded query={panels}>
      {(list) => {
        const panel = list.find((each) => String(each.id) === id);
        if (panel === undefined) return <NothingYet icon="search" title={text.noPanel} description={text.noPanelWhy} />;
        return (
          <>
            <PageHeader title={panel.title} note={<RelativeTime at={panel.created_at} />} />
            {panel.markdown !== null && (
              <Paper withBorder p="lg">
                <Markdown text={panel.markdown} />
              </Paper>
            )}
            {panel.view !== null && <LinkButton to={viewAddress(panel.view)}>{text.openView}</LinkButton>}
          </>
        );
      }}
    </Loaded>
  );
}
