/** What is shown for a page that is loading, does not exist, or failed. */
import { Button, Center, Container, Loader } from '@mantine/core';
import type { ErrorComponentProps } from '@tanstack/react-router';
import { useText } from '../i18n/language.tsx';
import { LinkButton } from '../ui/links.tsx';
import { NothingYet } from '../ui/nothing-yet.tsx';

export function PageLoading() {
  const { ui } = useText();
  return (
    <Center p="xl" role="status" aria-label={ui.loading}>
      <Loader />
    </Center>
  );
}

export function NotFound() {
  const { shell } = useText();
  return (
    <Container size="sm" py="xl">
      <NothingYet
        icon="search"
        title={shell.noSuchPage}
        description={shell.noSuchPageWhy}
        action={<LinkButton to="/">{shell.backHome}</LinkButton>}
      />
    </Container>
  );
}

/** Also for people who do not belong to it: the two cannot be told apart. */
export function NoSuchCrew() {
  const { crews: text } = useText();
  return (
    <Container size="sm" py="xl">
      <NothingYet
        icon="admin"
        title={text.gone}
        description={text.goneWhy}
        action={
          <Button component="a" href="/">
            {text.toOwn}
          </Button>
        }
      />
    </Container>
  );
}

export function PageFailed({ reset }: ErrorComponentProps) {
  const { ui } = useText();
  return (
    <Container size="sm" py="xl">
      <NothingYet
        icon="warning"
        title={ui.unexpected}
        description={ui.unexpectedWhy}
        action={<Button onClick={reset}>{ui.retry}</Button>}
      />
    </Container>
  );
}
