/** A client asks for access: who it is, and what a person lets it do, where and for how long. */
import { Alert, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { type ConsentQuestion, consentQuery } from '../../api/connections.ts';
import { useText } from '../../i18n/language.tsx';
import { CardPage } from '../../layout/card-page.tsx';
import { Icon } from '../../ui/icon.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { ConsentForm } from './consent-form.tsx';

const route = getRouteApi('/oauth/consent/$uid');

export function ConsentPage() {
  const { consent: text } = useText();
  const { uid } = route.useParams();
  const question = useQuery(consentQuery(uid));
  return (
    <CardPage title={text.title} width={520}>
      <Stack>
        <Title order={1} size="h2">
          {text.title}
        </Title>
        <ProblemNotice error={question.error} />
        {question.data !== undefined && (
          <>
            <Asker question={question.data} />
            <ConsentForm uid={uid} question={question.data} />
          </>
        )}
      </Stack>
    </CardPage>
  );
}

/** The host comes first: the name is only what the client says of itself. */
function Asker({ question }: { readonly question: ConsentQuestion }) {
  const { consent: text } = useText();
  const { client_host, client_name, documented, redirect_host, username } = question;
  return (
    <>
      <div>
        <Text size="lg" fw={600} className="break" data-testid="client-host">
          {client_host}
        </Text>
        {client_name !== null && (
          <Text size="sm" c="dimmed" className="break" data-testid="client-name">
            {text.callsItself(client_name)}
          </Text>
        )}
        <Text size="sm" mt="xs">
          {text.wants(username)}
        </Text>
      </div>
      <Alert
        color={documented && redirect_host !== null ? 'blue' : 'orange'}
        icon={<Icon name={documented && redirect_host !== null ? 'info' : 'warning'} />}
        data-testid="client-warning"
      >
        {redirect_host === null ? text.ownComputer : text.goesTo(redirect_host)}
        {!documented && ` ${text.unproven}`}
      </Alert>
    </>
  );
}
