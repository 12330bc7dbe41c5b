/** The crew: its members, requests for access, the access review, and the crew itself. */
import '../../app/crews.css';
import { Tabs } from '@mantine/core';
import { roleAllows } from '@synapse/contract/crew-roles';
import { useNavigate, useParams } from '@tanstack/react-router';
import { CREW } from '../../api/workspace.ts';
import { useText } from '../../i18n/language.tsx';
import { NotFound, PageLoading } from '../../layout/page-states.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { useCrew } from '../../ui/use-crew.ts';
import { AccessSection } from './access-section.tsx';
import { GeneralSection } from './general-section.tsx';
import { MembersSection } from './members-section.tsx';
import { RequestsSection } from './requests-section.tsx';

const SECTIONS = [
  { id: 'members', needs: 'read', Body: MembersSection },
  { id: 'requests', needs: 'read', Body: RequestsSection },
  { id: 'access', needs: 'review-access', Body: AccessSection },
  { id: 'general', needs: 'read', Body: GeneralSection },
] as const;

export function CrewPage() {
  const { crews: text } = useText();
  const { section = 'members' } = useParams({ strict: false });
  const navigate = useNavigate();
  const crew = useCrew();
  if (CREW === null) return <NotFound />;
  if (crew === undefined) return <PageLoading />;
  const open = SECTIONS.filter(({ needs }) => roleAllows(crew.role, needs));
  if (!open.some(({ id }) => id === section)) return <NotFound />;
  return (
    <>
      <PageHeader title={crew.name} note={text.people(crew.members)} />
      <Tabs
        value={section}
        onChange={(next) => next !== null && void navigate({ to: '/crew/$section', params: { section: next } })}
        keepMounted={false}
      >
        <Tabs.List mb="md" aria-label={crew.name}>
          {open.map(({ id }) => (
            <Tabs.Tab key={id} value={id}>
              {text.sections[id]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {open.map(({ id, Body }) => (
          <Tabs.Panel key={id} value={id}>
            <Body crew={crew} />
          </Tabs.Panel>
        ))}
      </Tabs>
    </>
  );
}
