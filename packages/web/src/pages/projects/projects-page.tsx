/** The projects. */
import { Card, SimpleGrid, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { projectsQuery } from '../../api/projects.ts';
import { useText } from '../../i18n/language.tsx';
import { AddButton } from '../../ui/add-button.tsx';
import { LinkAnchor } from '../../ui/links.tsx';
import { ListPage } from '../../ui/list-page.tsx';
import { Markdown } from '../../ui/markdown.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { useAdding } from '../../ui/use-adding.ts';
import { ProjectForm } from './project-form.tsx';

export function ProjectsPage() {
  const { projects: text } = useText();
  const projects = useQuery(projectsQuery);
  const navigate = useNavigate();
  const [adding, { open, close }] = useAdding();
  const add = <AddButton needs="write-projects" label={text.add} onClick={open} />;
  return (
    <>
      <ListPage
        title={text.title}
        description={text.why}
        actions={add}
        query={projects}
        empty={{ icon: 'project', title: text.none, description: text.noneWhy, action: add }}
      >
        {(list) => (
          <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }}>
            {list.map(({ id, name, description, updated_at }) => (
              <Card key={id} withBorder component="article" aria-label={name}>
                <LinkAnchor
                  to="/projects/$id"
                  params={{ id: String(id) }}
                  fw={600}
                  c="inherit"
                  underline="hover"
                  className="break card-link"
                  data-row
                >
                  {name}
                </LinkAnchor>
                <div className="clamped grow">
                  <Markdown text={description} />
                </div>
                <Text size="xs" c="dimmed" mt="sm">
                  <RelativeTime at={updated_at} />
                </Text>
              </Card>
            ))}
          </SimpleGrid>
        )}
      </ListPage>
      <ProjectForm
        opened={adding}
        onClose={close}
        onSaved={({ id }) => void navigate({ to: '/projects/$id', params: { id: String(id) } })}
      />
    </>
  );
}
