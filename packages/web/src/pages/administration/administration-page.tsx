/** Administration: accounts, plans and limits of this instance. */
import { useQuery } from '@tanstack/react-query';
import { healthQuery } from '../../api/health.ts';
import { usersQuery } from '../../api/users.ts';
import { useText } from '../../i18n/language.tsx';
import { LinkButton } from '../../ui/links.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Section } from '../../ui/section.tsx';
import { EverybodysPolicy } from './everybodys-policy.tsx';
import { HealthSection } from './health-section.tsx';
import { NewUserButton } from './new-user-button.tsx';
import { PlansTable } from './plans-table.tsx';
import { RemovedUsers } from './removed-users.tsx';
import { UsersTable } from './users-table.tsx';

export function AdministrationPage() {
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
