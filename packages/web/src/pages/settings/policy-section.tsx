/** The policy: what assistants may do, as text; with what is wrong in it, and what it would have changed. */
import { Button, Group, List, Text, Textarea } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { policyQuery, putPolicy, replayPolicy } from '../../api/policy.ts';
import { Problem } from '../../api/problem.ts';
import { useText } from '../../i18n/language.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { notifyDone } from '../../ui/notify.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { Section } from '../../ui/section.tsx';
import { PolicyDifferences } from './policy-differences.tsx';

export function PolicySection() {
  const { policy: text } = useText();
  return (
    <Section title={text.title} description={text.why}>
      <Loaded query={useQuery(policyQuery)}>
        {(policy) => <PolicyForm key={policy.version} stored={policy.text} version={policy.version} />}
      </Loaded>
    </Section>
  );
}

function PolicyForm({ stored, version }: { readonly stored: string; readonly version: number }) {
  const { policy: text, ui } = useText();
  const queries = useQueryClient();
  const [typed, setTyped] = useState(stored);
  const putting = useMutation({
    mutationFn: () => putPolicy(typed, version),
    onSuccess: async ({ version: next }) => {
      notifyDone(text.inForce(next));
      await queries.invalidateQueries(policyQuery);
    },
  });
  const replaying = useMutation({ mutationFn: () => replayPolicy(typed) });
  const error = putting.error ?? replaying.error;
  const places = error instanceof Problem ? error.fields : [];
  return (
    <>
      <Textarea
        label={text.text}
        description={version === 0 ? text.none : text.version(version)}
        placeholder={EXAMPLE}
        value={typed}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          putting.reset();
          replaying.reset();
        }}
        classNames={{ input: 'mono' }}
        autosize
        minRows={12}
        maxRows={30}
        wrap="off"
        spellCheck={false}
        autoCapitalize="off"
        mb="md"
      />
      <ProblemNotice error={error} />
      {places.length > 0 && (
        <List size="sm" mb="md" aria-label={text.problems}>
          {places.map(({ field, problem }) => (
            <List.Item key={`${field} ${problem}`}>
              <Text component="span" className="mono">
                {field}
              </Text>{' '}
              {problem}
            </List.Item>
          ))}
        </List>
      )}
      <Group mb="md">
        <Button onClick={() => putting.mutate()} loading={putting.isPending} disabled={typed === stored}>
          {ui.save}
        </Button>
        <Button variant="default" onClick={() => replaying.mutate()} loading={replaying.isPending}>
          {text.replay}
        </Button>
      </Group>
      {replaying.data !== undefined && <PolicyDifferences replay={replaying.data} />}
    </>
  );
}

const EXAMPLE = `version: 1
default: open
machines:
  "prod-*": careful
rules:
  - name: deploys need me
    when: { machine: "prod-*", program: [docker, kubectl], effect: change }
    then: ask
`;
