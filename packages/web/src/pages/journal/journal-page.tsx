/** The journal: what commits, people and assistants wrote, newest first. */
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import type { JournalFilter } from '../../api/journal.ts';
import { projectsQuery } from '../../api/projects.ts';
import { useText } from '../../i18n/language.tsx';
import { LinkButton } from '../../ui/links.tsx';
import { ListPage } from '../../ui/list-page.tsx';
import { useMay } from '../../ui/use-crew.ts';
import { JournalBar } from './journal-bar.tsx';
import { NewEntry } from './new-entry.tsx';
import { Timeline } from './timeline.tsx';

const route = getRouteApi('/inside/journal');

export function JournalPage() {
  const { journal: text } = useText();
  const { project, q } = route.useSearch();
  const navigate = useNavigate();
  const projects = useQuery(projectsQuery);
  const mayWrite = useMay('write-projects');
  const find = (change: JournalFilter): void => {
    const { project: chosen, q: words } = { project, q, ...change };
    const search = {
      ...(chosen === undefined ? {} : { project: chosen }),
      ...(words === undefined ? {} : { q: words }),
    };
    void navigate({ to: '/journal', search, replace: true });
  };
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
          <JournalBar projects={list} project={project} words={q} onChange={find} />
          {mayWrite && <NewEntry projects={list} project={project} />}
          <Timeline filter={{ project, q }} projects={list} />
        </>
      )}
    </ListPage>
  );
}
