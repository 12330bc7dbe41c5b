/** Administration: accounts, plans and limits of this instance. */
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { healthQuery } from '../../api/health.ts';
import { meQuery } from '../../api/session.ts';
import { usersQuery } from '../../api/users.ts';
import { useText } from '../../i18n/language.tsx';
import { LinkButton } from '../../ui/links.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { NothingYet } from '../../ui/nothing-yet.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Section } from '../../ui/section.tsx';
import { EverybodysPolicy } from './everybodys-policy.tsx';
import { HealthSection } from './health-section.tsx';
import { NewUserButton } from './new-user-button.tsx';
import { PlansTable } from './plans-table.tsx';
import { RemovedUsers } from './removed-users.tsx';
import { UsersTable } from './users-table.tsx';

export function AdministrationPage() {
  const { data: me } = useSuspenseQuery(meQuery);
  return me.role === 'admin' ? <Administration /> : <ForAdministrators />;
}

function ForAdministrators() {
  const { admin, shell } = useText();
  return (
    <NothingYet
      icon="shield"
      title={admin.forAdmins}
      description={admin.forAdminsWhy}
      action={<LinkButton to="/">{shell.backHome}</LinkButton>}
    />
  );
}

function Administration() {
  const { admin } = useText();
  const users = useQuery(usersQuery);
  const health = useQuery(healthQuery);
  return (
    <>
      <PageHeader
        title={admin.title}
        help={admin.why}
        actions={
          <LinkButton to="/executions" search={{ all: true }} variant="default">
            {admin.audit}
          </LinkButton>
        }
      />
      <HealthSection />
      <Section title={admin.users} actions={<NewUserButton />}>
        <Loaded query={users}>{(list) => <UsersTable users={list} />}</Loaded>
      </Section>
      <RemovedUsers />
      <Section title={admin.plans} description={admin.plansWhy}>
        <Loaded query={health}>{({ limits }) => <PlansTable limits={limits} />}</Loaded>
      </Section>
      <EverybodysPolicy />
    </>
  );
}
