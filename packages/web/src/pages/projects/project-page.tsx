/** One project: roadmap, facets, knowledge, ideas, packs, services, journal. */
import { Button, Tabs } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { deleteProject, ITEM_LISTS, projectQuery, projectsQuery } from '../../api/projects.ts';
import { useText } from '../../i18n/language.tsx';
import { Allowed } from '../../ui/allowed.tsx';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Markdown } from '../../ui/markdown.tsx';
import { notifyDone } from '../../ui/notify.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Timeline } from '../journal/timeline.tsx';
import { Items } from './items.tsx';
import { ProjectForm } from './project-form.tsx';
import { RoadmapBoard } from './roadmap-board.tsx';

const route = getRouteApi('/inside/projects/$id');
const TABS = [...ITEM_LISTS, 'journal'] as const;

export function ProjectPage() {
  const { projects: text } = useText();
  const { id } = route.useParams();
  const { tab = 'roadmap' } = route.useSearch();
  const project = useQuery(projectQuery(id));
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [editing, { open, close }] = useDisclosure(false);
  const remove = async (name: string): Promise<void> => {
    await deleteProject(id);
    await navigate({ to: '/projects' });
    await queries.invalidateQueries(projectsQuery);
    notifyDone(text.deleted(name));
  };
  return (
    <Loaded query={project}>
      {(found) => (
        <>
          <PageHeader
            title={found.name}
            actions={
              <Allowed needs="write-projects">
                <Button variant="default" leftSection={<Icon name="edit" size={16} />} onClick={open}>
                  {text.edit}
                </Button>
                <ConfirmButton
                  label={<Icon name="trash" size={16} />}
                  ariaLabel={text.deleteOf(found.name)}
                  question={text.deleteQuestion(found.name)}
                  consequence={text.deleteConsequence}
                  confirm={text.delete}
                  onConfirm={() => remove(found.name)}
                />
              </Allowed>
            }
          />
          {found.description !== '' && (
            <div className="lead">
              <Markdown text={found.description} />
            </div>
          )}
          <ProjectForm project={found} opened={editing} onClose={close} />
          <Tabs
            value={tab}
            keepMounted={false}
            onChange={(next) =>
              next !== null &&
              void navigate({ to: '/projects/$id', params: { id }, search: { tab: next }, replace: true })
            }
          >
            <Tabs.List mb="md" aria-label={found.name}>
              {TABS.map((each) => (
                <Tabs.Tab key={each} value={each}>
                  {text.lists[each]}
                </Tabs.Tab>
              ))}
            </Tabs.List>
            {TABS.map((each) => (
              <Tabs.Panel key={each} value={each}>
                {each === 'roadmap' && <RoadmapBoard project={id} />}
                {each === 'journal' && <Timeline filter={{ project: Number(id) }} />}
                {each !== 'roadmap' && each !== 'journal' && <Items project={id} list={each} />}
              </Tabs.Panel>
            ))}
          </Tabs>
        </>
      )}
    </Loaded>
  );
}
