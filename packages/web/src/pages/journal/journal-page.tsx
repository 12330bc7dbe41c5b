/** The journal: what commits, people and assistants wrote, newest first. */
import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { projectsQuery } from '../../api/projects.ts';
import { useText } from '../../i18n/language.tsx';
import { LinkButton } from '../../ui/links.tsx';
import { ListPage } from '../../ui/list-page.tsx';
import { NewEntry } from './new-entry.tsx';
import { Timeline } from './timeline.tsx';

const route = getRouteApi('/inside/journal');

export function JournalPage() {
  const { journal: text } = useText();
  const { project } = route.useSearch();
  const navigate = useNavigate();
  const projects = useQuery(projectsQuery);
  return (
    <ListPage
      title={text.title}
      description={text.why}
      query={projects}
      empty={{
        icon: 'journal',
        title: text.noProject,
        description: text.noProjectWhy,
        action: <LinkButton to="/projects">{text.toProjects}</LinkButton>,
      }}
    >
      {(list) => (
        <>
          <NativeSelect
            label={text.project}
            mb="md"
            maw={320}
            value={String(project ?? '')}
            onChange={({ currentTarget: { value } }) =>
              void navigate({ to: '/journal', search: value === '' ? {} : { project: Number(value) } })
            }
            data={[
              { value: '', label: text.anyProject },
              ...list.map(({ id, name }) => ({ value: String(id), label: name })),
            ]}
          />
          <NewEntry projects={list} project={project} />
          <Timeline project={project} projects={list} />
        </>
      )}
    </ListPage>
  );
}
