/** A new crew: a name, and the slug that stands in addresses and before its machines. */
import { Button, Container, Stack, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { createCrew } from '../../api/crews.ts';
import { addressIn } from '../../api/workspace.ts';
import { useText } from '../../i18n/language.tsx';
import { Form } from '../../ui/form.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { Section } from '../../ui/section.tsx';

export function NewCrewPage() {
  const { crews: text } = useText();
  const [name, setName] = useState('');
  /** Null until the person has typed one: then it is suggested. */
  const [typed, setTyped] = useState<string | null>(null);
  const slug = typed ?? slugOf(name);
  const creating = useMutation({
    mutationFn: () => createCrew({ slug, name }),
    onSuccess: (crew) => location.assign(addressIn(crew.slug, '/')),
  });
  return (
    <Container size="xs" px={0}>
      <PageHeader title={text.create} />
      <Section title={text.create} titleHidden description={text.createWhy}>
        <Form onSubmit={() => creating.mutate()} autoComplete="off">
          <Stack>
            <TextInput
              name="name"
              label={text.name}
              value={name}
              onChange={(event) => setName(event.currentTarget.value)}
              required
              maxLength={100}
              autoFocus
            />
            <TextInput
              name="slug"
              label={text.slug}
              description={text.slugHint(slug === '' ? 'ops' : slug)}
              value={slug}
              onChange={(event) => setTyped(event.currentTarget.value)}
              required
              minLength={2}
              maxLength={32}
              pattern="[a-z0-9\-]+"
              spellCheck={false}
              autoCapitalize="none"
            />
            <ProblemNotice error={creating.error} />
            <div className="form-foot">
              <Button type="submit" loading={creating.isPending || creating.isSuccess}>
                {text.createDo}
              </Button>
            </div>
          </Stack>
        </Form>
      </Section>
    </Container>
  );
}

/** What a name would be in an address: without accents, capitals and spaces. */
const slugOf = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 32);
